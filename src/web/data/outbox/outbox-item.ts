import { v4 as uuid } from 'uuid';
import type { CheckinReceipt, createCheckin } from '#contract/checkins.ts';
import type { Comment } from '#contract/comments.ts';
import type { toggleReaction } from '#contract/reactions.ts';
import { dayOf } from '#domain/days.ts';
import type { ReactionType } from '#domain/reactions.ts';
import type { Answer, Input } from '#platform/contract/endpoint.ts';
import type { NewItem, OutboxKind } from '#platform/web/outbox/outbox-item.ts';

/** The data that each kind of item sends. Browsers have stored it, so no field may be renamed. */
export interface OutboxBodies {
  checkin: Pick<Input<typeof createCheckin, 'body'>, 'mission_id' | 'type' | 'content' | 'day'>;
  comment: {
    readonly checkin_id: string;
    readonly content: string;
    readonly mentions: readonly string[];
    readonly parent_comment_id: string | null;
    /** The comment at the top of the reply's thread. */
    readonly root_id: string | null;
  };
  /** A state, not a change, so that it can arrive more than once. */
  reaction: { readonly checkin_id: string; readonly reaction_type: ReactionType; readonly active: boolean };
}

interface OutboxAnswers {
  checkin: CheckinReceipt;
  comment: Comment;
  reaction: Answer<typeof toggleReaction>;
}

interface OutboxSubject {
  readonly mission_id: string;
  readonly mission_title: string;
  /** The item's day on the user's calendar; yesterday for a check-in for yesterday. */
  readonly local_day: string;
}

declare module '#platform/register.ts' {
  interface Register {
    outbox: { bodies: OutboxBodies; answers: OutboxAnswers; subject: OutboxSubject };
  }
}

interface ItemInput<K extends OutboxKind> extends Pick<NewItem<K>, 'kind' | 'body'> {
  readonly user: { readonly id: string; readonly timezone: string };
  readonly mission: { readonly id: string; readonly title: string };
  readonly photo?: Blob | null;
}

export function newOutboxItem<K extends OutboxKind>(input: ItemInput<K>): NewItem<K> {
  const { kind, body, user, mission, photo = null } = input;
  const now = new Date();
  return {
    // The server recognizes a repeated request by its `client_id` (docs/rules.md#offline).
    ...{ client_id: uuid(), kind, body, photo },
    user_id: user.id,
    mission_id: mission.id,
    mission_title: mission.title,
    performed_at: now.toISOString(),
    local_day: dayOf(now, user.timezone),
  };
}
