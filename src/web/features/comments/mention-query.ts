/** A mention that is being typed: where its `@` stands and what follows up to the caret. */
export interface MentionQuery {
  at: number;
  typed: string;
}

const WORD = /[\p{L}\p{N}_]/u;
/** No name is asked for by more than this. */
const TYPED_MAX = 40;

/** The `@` before the caret that begins a word, with no line break after it; null when nobody is being named. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf('@');
  if (at < 0 || caret - at > TYPED_MAX) return null;
  const typed = before.slice(at + 1);
  if (typed.startsWith(' ') || typed.includes('\n')) return null;
  return WORD.test([...before.slice(Math.max(0, at - 2), at)].at(-1) ?? '') ? null : { at, typed };
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** People of whose name a word begins with what was typed, those whose name itself does first; case and accents aside. */
export function matchPeople<Person extends { name: string }>(
  people: readonly Person[],
  typed: string,
  limit: number,
): Person[] {
  const wanted = plain(typed);
  const begins = (person: Person) => plain(person.name).startsWith(wanted);
  const inside = (person: Person) => plain(person.name).includes(` ${wanted}`);
  return [...people.filter(begins), ...people.filter((person) => !begins(person) && inside(person))].slice(0, limit);
}

/** The text with the name in the place of what was typed, and where the caret goes. */
export function insertMention(
  text: string,
  caret: number,
  { at }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const head = `${text.slice(0, at)}@${name} `;
  return { text: head + text.slice(caret).replace(/^ /, ''), caret: head.length };
}
