import type { Hint } from '#contract/live.ts';

export type HintKind = Hint['kind'];

/** Whom a change concerns: the members of a mission, the addressee of an invitation, or these users. */
export type Audience =
  | { readonly mission_id: string; readonly checkin_id?: string }
  | { readonly invitation_id: string }
  | { readonly user_ids: readonly string[]; readonly mission_id?: string };

/** A change on its way between instances. Who hears of it is looked up where their streams are. */
export interface HintEnvelope {
  readonly kinds: readonly HintKind[];
  readonly mission_id?: string;
  readonly checkin_id?: string;
  readonly invitation_id?: string;
  readonly user_ids?: readonly string[];
}

/** So many ids of users fit into one payload, which PostgreSQL ends at 8000 bytes. */
const USERS_A_NOTICE = 150;
const PAYLOAD_BYTES = 7900;

/** The notices of a change as JSON: one, or several for very many users. */
export function writeEnvelopes(concerned: Audience, kinds: readonly HintKind[]): string[] {
  if (!('user_ids' in concerned)) return [JSON.stringify({ kinds, ...concerned } satisfies HintEnvelope)];
  const notices: string[] = [];
  for (let at = 0; at < concerned.user_ids.length; at += USERS_A_NOTICE) {
    const user_ids = concerned.user_ids.slice(at, at + USERS_A_NOTICE);
    notices.push(JSON.stringify({ kinds, ...concerned, user_ids } satisfies HintEnvelope));
  }
  return notices;
}

/** Packs notices into as few payloads as hold them. They are ASCII, so that a character is a byte. */
export function packEnvelopes(notices: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const notice of notices) {
    if (payload.length + notice.length + 2 > PAYLOAD_BYTES) {
      payloads.push(`[${payload}]`);
      payload = '';
    }
    payload = payload === '' ? notice : `${payload},${notice}`;
  }
  if (payload !== '') payloads.push(`[${payload}]`);
  return payloads;
}

/** The notices of a payload. It was written by an instance of this program, perhaps of another version. */
export const readEnvelopes = (payload: string): HintEnvelope[] => JSON.parse(payload) as HintEnvelope[];
