export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that a header `Accept-Encoding` accepts. */
export function encodingFor(accepted: string | readonly string[] = ''): Encoding {
  const names = String(accepted)
    .split(',')
    .flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
    });
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

/** Whether a header `If-None-Match` names the weak tag; weak and strong tags count alike (RFC 9110). */
export const isNamed = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header === tag ||
    header.trim() === '*' ||
    header.split(',').some((other) => other.trim().replace(/^W\//, '') === tag.slice('W/'.length)));
