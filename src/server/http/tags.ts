import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const TAG_LENGTH = 16;

/** Returns a weak tag, which is equal for equal bytes before compression. */
const tagOf = (text: string): string => `W/"${hash('sha1', text, 'base64url').slice(0, TAG_LENGTH)}"`;

/** Returns true if a header `If-None-Match` names the weak tag; weak and strong tags count alike (RFC 9110). */
export const isNamed = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header === tag ||
    header.trim() === '*' ||
    header.split(',').some((other) => other.trim().replace(/^W\//, '') === tag.slice('W/'.length)));

/** Sends a text with its tag, or 304 to a client that has it. */
export function sendTagged(reply: FastifyReply, type: string, text: string): FastifyReply {
  const tag = tagOf(text);
  reply.header('etag', tag);
  return isNamed(reply.request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.type(type).send(text);
}
