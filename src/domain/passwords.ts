import { PASSWORD_MIN } from './limits.ts';

/** From 0 (too short to be accepted) to 4 (strong). */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

const COMMON =
  /pass(?:word|wort)|p[a@]ssw[o0]rd|qwert|azert|asdf|iloveyou|letmein|welcome|admin|dragon|monkey|football|abc123|emberkin/gi;
const SEQUENCES = '0123456789 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm';

/** Estimates how many characters are hard to guess. Repeated and consecutive ones hardly count. */
function unpredictableCharacters(password: string): number {
  let count = 0;
  let before = '';
  for (const letter of password.toLowerCase()) {
    const isSequence = before !== '' && (SEQUENCES.includes(before + letter) || SEQUENCES.includes(letter + before));
    count += letter === before || isSequence ? 0.25 : 1;
    before = letter;
  }
  return Math.min(count, 2 * new Set(password).size);
}

/** Rates how hard a password is to guess. Only advice: every password of an allowed length is accepted. */
export function passwordScore(password: string): PasswordScore {
  if (password.length < PASSWORD_MIN) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
  // A well-known word counts as one character; each additional kind of character adds one.
  const worth = unpredictableCharacters(password.replace(COMMON, '*')) + Math.max(0, kinds - 1);
  if (worth < 7) return 1;
  if (worth < 11) return 2;
  return worth < 15 ? 3 : 4;
}
