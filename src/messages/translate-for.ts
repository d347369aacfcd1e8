import { LANGUAGES } from './generated/languages.ts';
import { ON_SERVER } from './generated/on-server.ts';
import { type Translate, translator } from './translate.ts';

const made = new Map<string, Translate>();

/** What makes the server's texts in a language that can be chosen; any other tag gets English. */
export function translateFor(tag: string): Translate {
  const language = LANGUAGES.find((one) => one.tag === tag) ?? LANGUAGES[0];
  const t = made.get(language.tag) ?? translator(language, ON_SERVER[language.tag]!);
  made.set(language.tag, t);
  return t;
}
