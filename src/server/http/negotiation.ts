export type Encoding = 'br' | 'gzip' | 'identity';

const HEADER_MAX = 500;
const REMEMBERED_MAX = 256;

/** Remembers what a function answers to the headers of late, which few clients vary; a header too long has `otherwise`. */
export function byHeader<Answer>(answerTo: (header: string) => Answer, otherwise: Answer) {
  const remembered = new Map<string, Answer>();
  return (header = ''): Answer => {
    if (header.length > HEADER_MAX) return otherwise;
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const answer = answerTo(header);
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!);
    remembered.set(header, answer);
    return answer;
  };
}

/** The best encoding that a header `Accept-Encoding` accepts. */
export const encodingFor = byHeader<Encoding>((accepted) => {
  const names = accepted.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}, 'identity');

/** Whether a header `If-None-Match` names the weak tag; weak and strong tags count alike (RFC 9110). */
export const isNamed = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header === tag ||
    header.trim() === '*' ||
    header.split(',').some((other) => other.trim().replace(/^W\//, '') === tag.slice('W/'.length)));
