import type { FastifyRequest } from 'fastify';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { matchLanguage } from '#messages/match.ts';
import type { Translate } from '#messages/translate.ts';
import { translateFor } from '../language/translate-for.ts';

const HEADER_MAX = 500;
const REMEMBERED_MAX = 256;
const remembered = new Map<string, string>();
const TAGS = LANGUAGES.map(({ tag }) => tag);

/** The tags of an `Accept-Language` header, the most wanted first; those of weight 0 are left out. */
function readAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The language that a header asks for, of all that can be chosen; English without one, and for one that is too long. */
export function languageOfHeader(header: string | undefined): string {
  if (header === undefined || header.length > HEADER_MAX) return 'en';
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const tag = matchLanguage(readAcceptLanguage(header), TAGS);
  if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!);
  remembered.set(header, tag);
  return tag;
}

/** What makes the texts of an answer: in the language that the request asks for, and in no other (docs/languages.md). */
export const translateOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Translate =>
  translateFor(languageOfHeader(headers['accept-language']));
