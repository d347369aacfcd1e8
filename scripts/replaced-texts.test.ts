import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', 'src');

/** Texts that screens, mails and answers once had, each replaced by a plainer one. */
const REPLACED = [
  /\} days since /,
  /'1 day, \$\{/,
  /days to go\b/,
  /You were the last one/,
  /and You checked in/,
  /Your check-in is waiting/,
  /: still open today/,
  /One tap, \$\{/,
  /Your devices are logged out/,
  /Come back when the owner completes/,
  /next piece of felt/,
  /in their bells?\b/,
  /Today stays /,
  /ends at another hour/,
  /check-ins keep their days/,
  /The mission is where it was/,
  /Nothing is lost\. We can't reach them/,
  /It has begun\. Another start/,
  /can fill the empty fields only/,
  /You checked in on your one day/,
  /Everyone's check-ins of/,
  /of the last 7 days, sewn/,
  /The same stands in the table/,
  /members are shown\./,
  /More about the (check-in|comment)\b/,
  /Mark the prize/,
  /Open \$\{\w+\} again/,
  /your prize\b/,
  /Loser buys ramen/,
  /(tokens|webhooks) are kept, /,
  /a program of yours/,
  /change over in peace/,
  /fixed once somebody/,
  /Someone else was faster/,
  /is confirmed already/,
  /link is not for this account/,
  /Settled on/,
  /Nothing has been done yet/,
  /days in a row[!`'"]/,
  /It starts on Monday\./,
  /Not checked in yet today\./,
  /works once, for today/,
  /Forgot yesterday\?/,
  /A hello may help/,
  /Your fire is safe/,
  /All lit\. See you tomorrow/,
  /Sunday evenings?/,
  /Your fire is still warm/,
  /Tomorrow is a good day to start again/,
  /A day of a break/,
];

it('No replaced text is left.', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const left = files.flatMap((name) => {
    const text = readFileSync(join(SRC, name), 'utf8');
    return REPLACED.filter((words) => words.test(text)).map((words) => `${name}: ${words}`);
  });
  expect(files.length).toBeGreaterThan(500);
  expect(left).toEqual([]);
});
