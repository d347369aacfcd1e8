import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { type Catalogue, type MessageKey, type Translate, translator } from '#platform/i18n/translate.ts';

const GENERATED = join(import.meta.dirname, '../src/messages/generated');
const PARTS = ['public', 'app', 'errors', 'server'];

const read = (tag: string): Catalogue =>
  Object.assign({}, ...PARTS.map((part) => JSON.parse(readFileSync(join(GENERATED, tag, `${part}.json`), 'utf8'))));

/** Returns the product's texts of a language: `say('app.frame.tabs.home')`. */
export const sayIn = (tag: string): Translate => translator(LANGUAGES.find((one) => one.tag === tag)!, read(tag));

/** Returns the link text of a message without other arguments. */
export function linkOf(say: Translate, key: MessageKey): string {
  const found: string[] = [];
  say.parts(key, { link: (inside: string[]) => found.push(...inside) } as never);
  return found.join('');
}

/** Returns the texts of a message or a part of it, without inserted values. */
const textsIn = (message: unknown): string[] => {
  if (typeof message === 'string') return [message];
  if (!Array.isArray(message)) return [];
  return message.flatMap((part) => {
    if (!Array.isArray(part)) return textsIn(part);
    // The first item is a name. Texts of a tag follow, or a kind with its choices.
    const [, kind, choices] = part;
    return kind && typeof choices === 'object'
      ? Object.values(choices).flatMap(textsIn)
      : part.slice(1).flatMap(textsIn);
  });
};

const piecesOf = (tag: string): Set<string> =>
  new Set(
    Object.values(read(tag))
      .flatMap(textsIn)
      .map((text) => text.trim()),
  );

/** Returns all text that a person sees or hears on a page, including text in attributes, in document order. */
export const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [document.title];
    const isHidden = (element: Element) => {
      const { display, visibility } = getComputedStyle(element);
      return display === 'none' || visibility === 'hidden';
    };
    const visit = (element: Element) => {
      // Marked English may stay English; a language is named in itself.
      if (isHidden(element) || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) return;
      if (element !== document.documentElement && element.hasAttribute('lang')) return;
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
      for (const child of element.childNodes)
        if (child instanceof Element) visit(child);
        else if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? '');
    };
    visit(document.body);
    return texts.map((text) => text.trim()).filter(Boolean);
  });

export const KEY = /\b(?:start|problems|app|errors|server|worker)\.[a-z]\w*\.\w/;

/** Expects no English on a page that its language translates, and no key instead of a text. */
export async function expectSpokenIn(page: Page, tag: string): Promise<void> {
  const own = piecesOf(tag);
  const english = [...piecesOf('en')].filter((text) => !own.has(text));
  // People's texts can contain a short piece such as "of", so it only counts as a whole text.
  const sentences = english.filter((text) => text.length > 12 && text.includes(' '));
  const alone = new Set(english.filter((text) => /\p{L}{2}/u.test(text)));
  const texts = await readTexts(page);
  const wrong = texts.filter(
    (text) => KEY.test(text) || alone.has(text) || sentences.some((sentence) => text.includes(sentence)),
  );
  expect(wrong, `what is not in ${tag} on ${page.url()}`).toEqual([]);
}
