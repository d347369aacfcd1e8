import type { FastifyRequest } from 'fastify';
import { matchLanguage } from '#platform/i18n/match.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { memoizeByHeader } from './negotiation.ts';

/** Returns the tags of an `Accept-Language` header by descending weight, without weight 0. */
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

/** Matches a header to the languages; English for a missing or too long header. */
const languageAmong = (tags: readonly string[]) =>
  memoizeByHeader((header) => matchLanguage(readAcceptLanguage(header), tags), 'en');

/** An available language; an incomplete one is only for people who choose it. */
interface Language {
  readonly tag: string;
  readonly complete: boolean;
}

interface Languages {
  readonly tags: readonly string[];
  readonly ofHeader: (header: string | undefined) => string;
  readonly ofPage: (header: string | undefined) => string;
  readonly translateFor: (tag: string) => Translate;
}

let registered: Languages | undefined;

/** Registers the product's languages, with a function that creates a language's translator. */
export function registerLanguages(list: readonly Language[], makeTexts: (tag: string) => Translate): void {
  const tags = list.map(({ tag }) => tag);
  const complete = list.flatMap((language) => (language.complete ? language.tag : []));
  registered = { tags, ofHeader: languageAmong(tags), ofPage: languageAmong(complete), translateFor: makeTexts };
}

function languages(): Languages {
  if (!registered) throw new Error('No languages are registered.');
  return registered;
}

/** Returns the best match of a header among all available languages. */
export const languageOfHeader = (header: string | undefined): string => languages().ofHeader(header);

/** Returns the translator of a language, or the English one if the language is unknown. */
export const translateFor = (tag: string): Translate => languages().translateFor(tag);

/** The cookie with a chosen language, which src/platform/web/lib/device-language.ts writes. */
const COOKIE = /(?:^|;\s*)language=([\w-]+)/;

/** Returns a page's language: the language chosen in this browser, or the best complete match of the header. */
export function languageOfPage({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1];
  const { tags, ofPage } = languages();
  return tags.find((tag) => tag === chosen) ?? ofPage(headers['accept-language']);
}

/** Returns the translator for a response, only by its `Accept-Language` (docs/languages.md). */
export const translateOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Translate =>
  translateFor(languageOfHeader(headers['accept-language']));
