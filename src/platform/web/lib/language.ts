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

/** Translates the texts of a screen. `rich` wraps the content of a message's tags in elements. */
export type ScreenTranslate = Translate & {
  rich<K extends MessageKey>(key: K, values: RichValues<K, ReactNode>): ReactNode;
};

/** Returns a value for `rich` that wraps a tag's content in an element. */
export const within =
  (tag: string, props?: HTMLAttributes<HTMLElement>) =>
  (inside: ReactNode[]): ReactNode =>
    createElement(tag, props, ...inside);

/** Texts that the browser loads: `public` texts need no session, `app` texts follow after signing in. */
type Part = 'public' | 'app';

interface ScreenLanguage extends LanguageRules {
  /** Whether it has all texts. Only users who choose an incomplete language see it. */
  readonly complete: boolean;
  readonly week_starts: string;
}
type Languages = readonly [ScreenLanguage, ...ScreenLanguage[]];

type Catalogues = Readonly<Record<string, Readonly<Partial<Record<Part, () => Promise<{ default: unknown }>>>>>>;

let languages!: Languages;
let catalogues!: Catalogues;
let loaded!: Loaded;

/**
 * Sets the product's languages, English first, and starts in English.
 *
 * Call it once, before anything renders.
 */
export function registerLanguages(all: Languages, loaders: Catalogues): void {
  languages = all;
  catalogues = loaders;
  load('en', { catalogue: {}, parts: [] });
}

/** Returns the product's languages, English first. */
export const getLanguages = (): Languages => languages;

/** Returns the language with this tag, or English if it does not exist. */
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

/** Calls `changed` after each change of language. */
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

/** Loads the missing parts in the screen's language. Throws without a network. */
export async function loadParts(...parts: Part[]): Promise<void> {
  const missing = parts.filter((part) => !loaded.parts.includes(part));
  if (missing.length === 0) return;
  const { tag } = getT().language;
  const catalogue = await fetchParts(tag, missing);
  // The language might have changed during the fetch.
  if (getT().language.tag !== tag) return loadParts(...parts);
  load(tag, { catalogue: { ...loaded.catalogue, ...catalogue }, parts: [...loaded.parts, ...missing] });
}

/** Loads the inline texts of the page. */
export const loadInlineMessages = (tag: string, messages: string): void =>
  load(tag, { catalogue: JSON.parse(messages) as Catalogue, parts: ['public'] });

let wanted = 'en';

/**
 * Changes the screen's language with every loaded part; the last of concurrent changes wins.
 *
 * Throws without a network and then changes nothing.
 */
export async function changeLanguage(tag: string): Promise<void> {
  wanted = tag;
  if (tag === loaded.t.language.tag) return;
  const { parts } = loaded;
  const catalogue = await fetchParts(tag, parts);
  if (wanted !== tag) return;
  // A part that loaded during the fetch is still in the old language.
  if (loaded.parts.length > parts.length) return changeLanguage(tag);
  load(tag, { catalogue, parts });
  const root = globalThis.document?.documentElement;
  if (root) Object.assign(root, { lang: tag, dir: loaded.t.language.direction });
}

/** Returns the component's translator and re-renders it when the language changes. */
export const useT = (): ScreenTranslate => useSyncExternalStore(subscribe, getT, getT);

/** Returns the translator outside of components, for texts that are built once, such as toasts. */
export const getT = (): ScreenTranslate => loaded.t;
