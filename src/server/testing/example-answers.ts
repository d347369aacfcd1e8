import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A list in an example ends here: what its entries are is clear by then. */
const ENTRIES_MAX = 3;
const PEOPLE = ['Ana Lind', 'Ben Ortiz', 'Cleo Park', 'Dan Weber', 'Eva Novak', 'Finn Berg'];
const OF_TESTS = { url: 'http://emberkin.test', real: 'https://emberkin.example', now: '2026-11-21T12:00:00.000Z' };
/** Made by chance or measured without a shape that would show it, by the name of the property. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  invitation_code: 'K7QX2MB9',
  user_agent: 'curl/8.5.0',
  hint: 'emb_4kTq',
  duration_ms: 42,
};

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** What nobody could have written by hand: secrets, long words with capitals and digits in them, and long hex numbers. */
const RANDOM = /whsec_[A-Za-z0-9+/=]+|(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{20,}|[0-9a-f]{24,}/g;
const HOUR_MS = 3_600_000;

/** An example like the answer of a test, without what another run would have by chance or by the clock. */
export function stabilize(call: string, answer: unknown, now = Date.now()): unknown {
  const seen = new Map<string, string>();
  const once = (text: string, make: (at: number) => string, kind: string) => {
    const known = seen.get(kind + text);
    if (known !== undefined) return known;
    const created = make([...seen.keys()].filter((key) => key.startsWith(kind)).length);
    seen.set(kind + text, created);
    return created;
  };
  const idOf = (id: string) =>
    once(id, (at) => `019aa5b0-5c7e-7a3d-8000-${(at + 1).toString(16).padStart(12, '0')}`, 'id ');
  const personOf = (name: string) => once(name, (at) => PEOPLE[at % PEOPLE.length]!, 'person ');
  const noiseFor = (word: string) => {
    const start = /^[a-z]+_(?:test_)?/.exec(word)?.[0] ?? '';
    const hash = once(word, (at) => createHash('sha512').update(`${call} ${at}`).digest('hex'), 'random ');
    const bytes = Buffer.from(hash, 'hex');
    if (start === 'whsec_') return `${start}${bytes.subarray(0, 32).toString('base64')}`;
    const noise = /^[0-9a-f]+$/.test(word.slice(start.length)) ? hash : bytes.toString('base64url');
    return start + noise.slice(0, word.length - start.length);
  };
  const stable = (text: string) =>
    text
      .replaceAll(UUID, idOf)
      .replaceAll(INSTANT, (at) => (Math.abs(Date.parse(at) - now) < HOUR_MS ? OF_TESTS.now : at))
      .replaceAll(RANDOM, (word) => (word.startsWith('019aa5b0') ? word : noiseFor(word)))
      .replaceAll(/\bPerson \d+\b/g, personOf)
      .replaceAll(
        /\b[a-z]+\d+@/g,
        (name) => `${once(name, (at) => PEOPLE[at % PEOPLE.length]!.split(' ')[0]!, 'mail ').toLowerCase()}@`,
      )
      .replaceAll(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'https://hooks.example.com')
      .replaceAll(OF_TESTS.url, OF_TESTS.real)
      .replaceAll(encodeURIComponent(OF_TESTS.url), encodeURIComponent(OF_TESTS.real));
  const walk = (value: unknown, name: string): unknown => {
    if (value !== null && value !== '' && name in BY_NAME) return BY_NAME[name];
    if (typeof value === 'string') return stable(value);
    if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((one) => walk(one, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]));
  };
  return walk(answer, '');
}

/** The properties that an answer has something in. */
function filledIn(value: unknown, place = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) filledIn(one, `${place}[]`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) filledIn(one, `${place}.${key}`, found);
  else if (value !== null && value !== '') found.add(place);
  return found;
}

/** Texts that a test wrote to break something or in haste, and that explain nothing. */
const ODD = /(\D)\1{5}|<(?:script|img)|javascript:|[^\P{C}\r\n]|^[A-Za-z\d]$/u;
const LONG = 300;
/** May be long, as they hold what others read by themselves. */
const WHOLE = ['body', 'csv'];

const hasOdd = (value: unknown, name = ''): boolean => {
  if (typeof value === 'string') return ODD.test(value) || (value.length > LONG && !WHOLE.includes(name));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]) => hasOdd(one, key));
};

/** What makes one example better than another: nothing odd in it, then more of its properties filled in, then brevity. */
const rank = (example: unknown): [number, number, number] => [
  hasOdd(example) ? 1 : 0,
  -filledIn(example).size,
  JSON.stringify(example).length,
];

/** Whether an example is better than another. */
export function isBetter(one: unknown, other: unknown): boolean {
  const [a, b] = [rank(one), rank(other)];
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? JSON.stringify(one) < JSON.stringify(other) : a[at]! < b[at]!;
}

const best = new Map<string, unknown>();

/** Notes an answer of a test in a folder, if it is the best example of its call so far. */
export function offerExample(folder: string, call: string, answer: unknown): void {
  const example = stabilize(call, answer);
  if (best.has(call) && !isBetter(example, best.get(call))) return;
  best.set(call, example);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify([call, example])}\n`);
}
