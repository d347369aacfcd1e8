import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './processes.mjs';
import { PARTS, SOURCE } from './read-messages.mjs';

/** The tag of the language that nobody speaks. */
export const PSEUDO = 'en-XA';
/** Its dates and numbers are in a language with letters of its own, so that one which stays English shows. */
const SETTINGS = { name: 'Þšéûðö', formats: 'el', complete: true };

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž'];
/** How much longer than English another language may be. */
const LONGER = 0.4;
/** What makes a text longer can be broken between lines as words can. */
const WHOLE_WORD = /~{8}(?=~)/g;

const accent = (text) => text.replaceAll(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)]);

/**
 * A message in ICU MessageFormat with every text in it changed by `change`; arguments, the names of choices and tags,
 * and what is quoted stay.
 */
export function changeTexts(message, change) {
  let at = 0;
  let made = '';
  let text = '';
  const flush = () => {
    made += text && change(text);
    text = '';
  };
  const copy = (pattern) => {
    const [found = ''] = message.slice(at).match(pattern) ?? [];
    made += found;
    at += found.length;
    return found;
  };
  /** What stands between braces: `name`, or `name, kind, choice {message} choice {message}`. */
  const argument = () => {
    if (!copy(/^\{[^{},]*,\s*(?:plural|select|selectordinal)\s*,/)) return copy(/^\{[^}]*\}/);
    while (copy(/^[^{}]*\{/)) messageUntil('}');
    return copy(/^[^{}]*\}/);
  };
  function messageUntil(end) {
    while (at < message.length) {
      const char = message[at];
      if (char === end) break;
      // Two apostrophes are one, and one before a sign quotes up to the next.
      const quoted = /^'(?:'|[{}<>#][^']*'?)/.exec(message.slice(at))?.[0];
      const tag = /^<\/?[\w-]+>/.exec(message.slice(at))?.[0];
      if (quoted ?? tag) {
        flush();
        made += quoted ?? tag;
        at += (quoted ?? tag).length;
      } else if (char === '{') {
        flush();
        argument();
      } else {
        text += char;
        at += 1;
      }
    }
    flush();
    if (end !== undefined) copy(/^\}/);
  }
  messageUntil();
  return made;
}

/** A message as it is in no language: in brackets, with accents and longer. */
export function pseudo(message) {
  let letters = 0;
  const accented = changeTexts(message, (text) => {
    letters += text.length;
    return accent(text);
  });
  const more = '~'.repeat(Math.max(1, Math.round(letters * LONGER) - 3));
  return `⟦${accented} ${more.replaceAll(WHOLE_WORD, '$& ')}⟧`;
}

/** A nested catalogue with each message changed. */
export const changeAll = (tree, change) =>
  Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'string' ? change(value) : changeAll(value, change),
    ]),
  );

/** By these words a patch is found in a title, which people write as they are. */
const WORDS = 'patches';

/** Writes the language `en-XA` from English, with which every text that is no message, or has no room, shows. */
export function writePseudo(root = ROOT) {
  const folder = join(root, 'src/messages');
  mkdirSync(join(folder, PSEUDO), { recursive: true });
  const write = (name, content) =>
    writeFileSync(join(folder, PSEUDO, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  write('language', SETTINGS);
  for (const part of PARTS) {
    const english = JSON.parse(readFileSync(join(folder, SOURCE, `${part}.json`), 'utf8'));
    write(part, part === WORDS ? english : changeAll(english, pseudo));
  }
}
