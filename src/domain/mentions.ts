/**
 * A comment is plain text, for mails and archives as well, so a mention is nothing but `@` and a name in it. Names are
 * not unique and change, so the client also sends the ids that it means, and the server accepts those of members whom
 * it finds mentioned by the function that the screens highlight them with. Neither is enough alone: ids could notify
 * people whom nobody names, and the text would make each `@` a search through all names. The price is that an old
 * mention is no longer highlighted once its person has another name.
 */

/** A piece of a comment. `name` is set if the piece is a mention: `@` and the name. */
export interface MentionPart {
  text: string;
  name?: string;
}

const WORD = /[\p{L}\p{N}_]/u;
/** Chinese is written without spaces, so beside its characters a word may begin or end anywhere. */
const HAN = /\p{Script=Han}/u;
const isHan = (char: string | undefined): boolean => char !== undefined && HAN.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char) && !isHan(char);

/** The character that ends before index `at`; a surrogate pair is one character. */
const charBefore = (text: string, at: number): string | undefined => [...text.slice(Math.max(0, at - 2), at)].at(-1);
const charAt = (text: string, at: number): string | undefined => [...text.slice(at, at + 2)][0];

/** Whether an `@` at this index is the beginning of a word, as in a mention, and not inside one, as in an email address. */
export const isMentionSign = (text: string, at: number): boolean => !isWord(charBefore(text, at));

/** What stands behind a name that is the beginning of a host: a dot in a word. */
const HOST_GOES_ON = /[\p{L}\p{N}_-]*\.[\p{L}\p{N}]/uy;

/** Whether the name behind the `@` at this index is whole there, and not part of an address such as `李@Ana.example`. */
function isWholeName(text: string, at: number, name: string): boolean {
  const end = at + 1 + name.length;
  HOST_GOES_ON.lastIndex = end;
  if (isHan(charBefore(text, at)) && HOST_GOES_ON.test(text)) return false;
  return !isWord(charAt(text, end)) || isHan([...name].at(-1));
}

/**
 * Splits `text` into plain parts and mentions of `names`; joined together, the parts are the unchanged text. A mention
 * is `@` and the whole name, not inside a word. Where two names match, the longer one is meant. See
 * docs/rules.md#comments.
 */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  const longestFirst = names.filter((name) => name !== '').sort((one, other) => other.length - one.length);
  const parts: MentionPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < from || !isMentionSign(text, at)) continue;
    const name = longestFirst.find((one) => text.startsWith(one, at + 1) && isWholeName(text, at, one));
    if (name === undefined) continue;
    if (at > from) parts.push({ text: text.slice(from, at) });
    from = at + 1 + name.length;
    parts.push({ text: text.slice(at, from), name });
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Those of `people` who are mentioned in `text`; of people with the same name, all. */
export function mentionedIn<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  const names = new Set(
    splitMentions(
      text,
      people.map((person) => person.name),
    ).map((part) => part.name),
  );
  return people.filter((person) => names.has(person.name));
}
