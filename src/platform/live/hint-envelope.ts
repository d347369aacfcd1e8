import type { Audience, HintKind } from '#platform/db/transaction.ts';

/** A change sent between instances. Each instance finds the recipients among its own streams. */
export type HintEnvelope = Audience & { readonly kinds: readonly HintKind[] };

/** 150 user IDs fit into a payload, which PostgreSQL limits to 8000 bytes. */
const USERS_PER_ENVELOPE = 150;
const PAYLOAD_BYTES = 7900;

/** Returns a change's envelopes as JSON: one per 150 users. */
export function writeEnvelopes(audience: Audience, kinds: readonly HintKind[]): string[] {
  if (!('user_ids' in audience)) return [JSON.stringify({ kinds, ...audience } satisfies HintEnvelope)];
  const envelopes: string[] = [];
  for (let at = 0; at < audience.user_ids.length; at += USERS_PER_ENVELOPE) {
    const user_ids = audience.user_ids.slice(at, at + USERS_PER_ENVELOPE);
    envelopes.push(JSON.stringify({ kinds, ...audience, user_ids } satisfies HintEnvelope));
  }
  return envelopes;
}

/** Packs envelopes into as few payloads as possible. They are ASCII, so a character is a byte. */
export function packEnvelopes(envelopes: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const envelope of envelopes) {
    if (payload.length + envelope.length + 2 > PAYLOAD_BYTES) {
      payloads.push(`[${payload}]`);
      payload = '';
    }
    payload = payload === '' ? envelope : `${payload},${envelope}`;
  }
  if (payload !== '') payloads.push(`[${payload}]`);
  return payloads;
}

/** Parses a payload, possibly from an instance of another version. */
export const readEnvelopes = (payload: string): HintEnvelope[] => JSON.parse(payload) as HintEnvelope[];
