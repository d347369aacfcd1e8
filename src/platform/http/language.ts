import type { FastifyRequest } from 'fastify';
import { matchLanguage } from '#platform/i18n/match.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { memoizeByHeader } from './negotiation.ts';

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
  memoizeByHeader((header) => matchLanguage(readAcceptLanguage(header), tags), 'en');

/** A language that can be chosen; one that is not complete is only for who chooses it. */
interface Language {
  readonly tag: string;
  readonly complete: boolean;
}

interface Languages {
  readonly tags: readonly string[];
  /** What a header asks for among all of them, and among the complete ones. */
  readonly ofHeader: (header: string | undefined) => string;
  readonly ofPage: (header: string | undefined) => string;
  readonly translateFor: (tag: string) => Translate;
}

let registered: Languages | undefined;

/** Registers the languages of the product, and what makes its texts in each of them. */
export function registerLanguages(list: readonly Language[], makeTexts: (tag: string) => Translate): void {
  const tags = list.map(({ tag }) => tag);
  const complete = list.flatMap((language) => (language.complete ? language.tag : []));
  registered = { tags, ofHeader: languageAmong(tags), ofPage: languageAmong(complete), translateFor: makeTexts };
}

function languages(): Languages {
  if (!registered) throw new Error('No languages are registered.');
  return registered;
}

/** The language that a header asks for, of all that can be chosen. */
export const languageOfHeader = (header: string | undefined): string => languages().ofHeader(header);

/** What makes the texts of the product in a language; one that is unknown is English. */
export const translateFor = (tag: string): Translate => languages().translateFor(tag);

/** The cookie of a browser in which a person chose a language; src/platform/web/lib/device-language.ts writes it. */
const COOKIE = /(?:^|;\s*)language=([\w-]+)/;

/** The language of a page: the one chosen in this browser, else the first complete one that the browser asks for. */
export function languageOfPage({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1];
  const { tags, ofPage } = languages();
  return tags.find((tag) => tag === chosen) ?? ofPage(headers['accept-language']);
}

/** What makes the texts of an answer: in the language that the request asks for, and in no other (docs/languages.md). */
export const translateOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Translate =>
  translateFor(languageOfHeader(headers['accept-language']));
