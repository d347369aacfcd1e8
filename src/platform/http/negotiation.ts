import { hash } from 'node:crypto';
import { negotiate } from '@fastify/accept-negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

const HEADER_MAX = 500;
const REMEMBERED_MAX = 256;

/**
 * Memoizes `answerTo` for recent header values; most clients send one of a few. Returns `otherwise` if the header is
 * too long.
 */
export function memoizeByHeader<Answer>(answerTo: (header: string) => Answer, otherwise: Answer) {
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

/** Returns the best accepted encoding; `identity` if the header is too long. */
export const encodingFor = memoizeByHeader<Encoding>(
  (accepted) => negotiate<Encoding>(accepted, ['br', 'gzip']) ?? 'identity',
  'identity',
);

const TAG_LENGTH = 16;

/** Returns a weak ETag, which depends only on the uncompressed bytes. */
export const tagOf = (text: string): string => `W/"${hash('sha1', text, 'base64url').slice(0, TAG_LENGTH)}"`;

/** Returns true if `If-None-Match` matches a weak tag; weak and strong tags compare equal (RFC 9110). */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header === tag ||
    header.trim() === '*' ||
    header.split(',').some((other) => other.trim().replace(/^W\//, '') === tag.slice('W/'.length)));
