import type { Mail } from '#platform/mail/mail.ts';
import type { Push } from '#platform/push/push.ts';
import type { Value } from './facts.ts';

/** A reminder or a digest's line, reduced to what depends on days. */
export interface Sent {
  /** The address of the email or of the device. */
  to: string;
  kind: 'mail' | 'push' | 'digest';
  mission: string;
  fields: Readonly<Record<string, Value>>;
}

const numbers = (text: string) => [...text.matchAll(/\d+/g)].map(([number]) => number).join(' ');

const ROW =
  /^Mission (\w)\n(?:(\d+) of (\d+) (?:days?|that week|so far)(?: and (\d+) extra)?|(\d+) check-ins?), (\d+) points?\.$/gm;

function readDigest(to: string, text: string): Sent[] {
  return [...text.matchAll(ROW)].map(([, mission, done, target, extra, only, points]) => {
    const fields = { done: Number(done ?? 0), target: Number(target ?? 0), extra: Number(extra ?? only ?? 0) };
    return { to, kind: 'digest', mission: mission!, fields: { ...fields, points: Number(points) } };
  });
}

/** Reads the reminder's sentence about the week or the streak at stake. Its numbers depend on days. */
function readReminder(to: string, text: string): Sent[] {
  const mission = /Mission (\w)/.exec(text)?.[1];
  const reason = /^.*(?:for day \d+|\d+ of \d+).*$/m.exec(text)?.[0];
  return mission ? [{ to, kind: 'mail', mission, fields: { numbers: reason ? numbers(reason) : '' } }] : [];
}

/** Collects sent emails and push messages; `takeSent` empties it. */
export function makeMailbox(): { mail: Mail; push: Push; takeSent: () => Sent[] } {
  const sent: Sent[] = [];
  return {
    mail: {
      send: async ({ to, text }) => {
        if (text.includes('/one-tap/')) sent.push(...readReminder(to, text));
        else sent.push(...readDigest(to, text));
      },
      close: async () => undefined,
    },
    push: {
      public_key: 'none',
      accepts: () => true,
      restSeconds: () => 0,
      reserve: () => () => undefined,
      send: async ({ endpoint }, payload) => {
        const { title, body, tag } = JSON.parse(payload);
        const mission = /Mission (\w)/.exec(title)?.[1];
        if (!mission || !String(tag).startsWith('reminder-')) return;
        sent.push({ to: endpoint, kind: 'push', mission, fields: { numbers: numbers(body) } });
      },
    },
    takeSent: () => sent.splice(0),
  };
}
