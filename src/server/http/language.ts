import type { FastifyRequest } from 'fastify';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { matchLanguage } from '#messages/match.ts';
import type { Translate } from '#messages/translate.ts';
import { translateFor } from '../language/translate-for.ts';
import { byHeader } from './negotiation.ts';

const TAGS = LANGUAGES.map(({ tag }) => tag);
const COMPLETE = LANGUAGES.flatMap(({ tag, complete }) => (complete ? tag : []));

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

/** What a header asks for among some languages: English without one, and for one that is too long. */
const languageAmong = (tags: readonly string[]) =>
  byHeader((header) => matchLanguage(readAcceptLanguage(header), tags), 'en');

/** The language that a header asks for, of all that can be chosen. */
export const languageOfHeader = languageAmong(TAGS);

const wishedOfPage = languageAmong(COMPLETE);
/** The cookie of a browser in which somebody chose a language; src/web/lib/device-language.ts writes it. */
const COOKIE = /(?:^|;\s*)language=([\w-]+)/;

/** The language of a page: the one chosen in this browser, else the first complete one that the browser asks for. */
export function languageOfPage({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1];
  return TAGS.find((tag) => tag === chosen) ?? wishedOfPage(headers['accept-language']);
}

/** What makes the texts of an answer: in the language that the request asks for, and in no other (docs/languages.md). */
export const translateOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Translate =>
  translateFor(languageOfHeader(headers['accept-language']));
