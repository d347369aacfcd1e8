import { createElement, Fragment, type HTMLAttributes, type ReactNode, useSyncExternalStore } from 'react';
import {
  type Catalogue,
  type LanguageRules,
  type MessageKey,
  type RichValues,
  type Translate,
  translator,
} from '#platform/i18n/translate.ts';
import { listenerSet } from './listeners.ts';

/** What makes the texts of a screen. `rich` puts elements around what stands in the tags of a message. */
export type ScreenTranslate = Translate & {
  rich<K extends MessageKey>(key: K, values: RichValues<K, ReactNode>): ReactNode;
};

/** What puts an element around what stands in a tag of a message, for the values of `rich`. */
export const within =
  (tag: string, props?: HTMLAttributes<HTMLElement>) =>
  (inside: ReactNode[]): ReactNode =>
    createElement(tag, props, ...inside);

/** What the browser loads of a language: all that can be seen without a session, and `app` behind the sign-in. */
type Part = 'public' | 'app';

interface ScreenLanguage extends LanguageRules {
  /** Whether it has all texts. One that lacks some is only for the users who choose it. */
  readonly complete: boolean;
  /** The weekday with which its weeks start. */
  readonly week_starts: string;
}
type Languages = readonly [ScreenLanguage, ...ScreenLanguage[]];

/** What loads each part of the texts, by language. */
type Catalogues = Readonly<Record<string, Readonly<Partial<Record<Part, () => Promise<{ default: unknown }>>>>>>;

let languages!: Languages;
let catalogues!: Catalogues;
let loaded!: Loaded;

/** Takes the product's languages, English first, and starts in English. Call it once, before anything renders. */
export function registerLanguages(all: Languages, loaders: Catalogues): void {
  languages = all;
  catalogues = loaders;
  load('en', { catalogue: {}, parts: [] });
}

/** Returns the product's languages, English first. */
export const getLanguages = (): Languages => languages;

/** Returns the language with this tag, otherwise English. */
export const languageOf = (tag: string): ScreenLanguage =>
  languages.find((language) => language.tag === tag) ?? languages[0];

function translateWith(tag: string, catalogue: Catalogue): ScreenTranslate {
  const t = translator(languageOf(tag), catalogue);
  return Object.assign(t, {
    rich: <K extends MessageKey>(key: K, values: RichValues<K, ReactNode>) =>
      createElement(Fragment, null, ...t.parts<K, ReactNode>(key, values)),
  });
}

interface Loaded {
  t: ScreenTranslate;
  catalogue: Catalogue;
  parts: readonly Part[];
}

const { subscribe, emit } = listenerSet();

function load(tag: string, { catalogue, parts }: Pick<Loaded, 'catalogue' | 'parts'>): void {
  loaded = { t: translateWith(tag, catalogue), catalogue, parts };
  emit();
}

/** Calls back whenever the language has changed. */
export function onLanguage(changed: () => void): void {
  let { tag } = getT().language;
  subscribe(() => {
    if (getT().language.tag === tag) return;
    ({ tag } = getT().language);
    changed();
  });
}

async function fetchParts(tag: string, parts: readonly Part[]): Promise<Catalogue> {
  const files = await Promise.all(parts.map((part) => catalogues[tag]?.[part]?.()));
  return Object.assign({}, ...files.map((file) => file?.default)) as Catalogue;
}

/** Loads the parts that are not there yet in the language of the screen. Throws without a network. */
export async function loadParts(...parts: Part[]): Promise<void> {
  const missing = parts.filter((part) => !loaded.parts.includes(part));
  if (missing.length === 0) return;
  const { tag } = getT().language;
  const catalogue = await fetchParts(tag, missing);
  // Meanwhile another language may have come.
  if (getT().language.tag !== tag) return loadParts(...parts);
  load(tag, { catalogue: { ...loaded.catalogue, ...catalogue }, parts: [...loaded.parts, ...missing] });
}

/** Takes the texts that came inside of the page. */
export const loadInlineMessages = (tag: string, messages: string): void =>
  load(tag, { catalogue: JSON.parse(messages) as Catalogue, parts: ['public'] });

let wanted = 'en';

/**
 * Changes the language of the screen, with every part that is in use; of two changes at once the last one counts. Throws
 * without a network, and changes nothing.
 */
export async function changeLanguage(tag: string): Promise<void> {
  wanted = tag;
  if (tag === loaded.t.language.tag) return;
  const { parts } = loaded;
  const catalogue = await fetchParts(tag, parts);
  // Meanwhile another one was chosen.
  if (wanted !== tag) return;
  // A part that came meanwhile is in the language of before.
  if (loaded.parts.length > parts.length) return changeLanguage(tag);
  load(tag, { catalogue, parts });
  const root = globalThis.document?.documentElement;
  if (root) Object.assign(root, { lang: tag, dir: loaded.t.language.direction });
}

/** What makes the texts of a component, again when the language changes. */
export const useT = (): ScreenTranslate => useSyncExternalStore(subscribe, getT, getT);

/** The same outside of components, for a text that is made once, such as that of a toast. */
export const getT = (): ScreenTranslate => loaded.t;
