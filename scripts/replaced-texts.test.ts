import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', 'src');

/** Former texts of screens, emails and responses. A plainer text replaced each. */
const REPLACED = [
  /\} days since /,
  /'1 day, \$\{/,
  /days to go\b/,
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

const REPLACED_MESSAGES = [
  /made it everyone/,
  /Did it yesterday/,
  /your one for this week/i,
  /counts all the same/,
  /points: \{limit\} check-ins/,
  /is held for \{/,
  /saves<\/b> held/,
  /No mission asked/,
  /Already by the fire/,
  /link works then/,
  /Stop them/,
  /that are new to us/,
  /None chosen/,
  /or wants none/,
  /Say hello\?/,
  /Its patch/,
  /"The time"/,
  /not here yet/,
  /Rewards to hand over/,
  /Today by your fires/,
  /Go on with the last/,
  /Only with all missions/,
  /One that is over/,
  /streak ends today/,
  /is told for 30 days/,
  /ask from then on/,
  /due for this member/,
  /used with your address/,
  /try a second counts/,
  /the day after it\b/,
];

function listLeft(files: RegExp, replaced: readonly RegExp[]) {
  const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => files.test(name));
  const left = names.flatMap((name) => {
    const text = readFileSync(join(SRC, name), 'utf8');
    return replaced.filter((words) => words.test(text)).map((words) => `${name}: ${words}`);
  });
  return { files: names.length, left };
}

describe('replaced texts', () => {
  it('are in no file of the code', () => {
    const { files, left } = listLeft(/\.tsx?$/, REPLACED);
    expect(files).toBeGreaterThan(500);
    expect(left).toEqual([]);
  });

  it('are in no English message', () => {
    expect(listLeft(/messages.en.\w+\.json$/, REPLACED_MESSAGES)).toEqual({ files: 8, left: [] });
  });
});
