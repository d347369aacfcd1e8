import { v4 as uuid } from 'uuid';
import type { CheckinReceipt, createCheckin } from '#contract/checkins.ts';
import type { Comment } from '#contract/comments.ts';
import type { toggleReaction } from '#contract/reactions.ts';
import { dayOf } from '#domain/days.ts';
import type { ReactionType } from '#domain/reactions.ts';
import type { Answer, Input } from '#platform/contract/endpoint.ts';
import type { NewItem, OutboxKind } from '#platform/web/outbox/outbox-item.ts';

/** What each kind of item sends. Browsers have stored it, so no field may be renamed. */
export interface OutboxBodies {
  checkin: Pick<Input<typeof createCheckin, 'body'>, 'mission_id' | 'type' | 'content' | 'day'>;
  comment: {
    readonly checkin_id: string;
    readonly content: string;
    readonly mentions: readonly string[];
    readonly parent_comment_id: string | null;
    /** The comment at the top of the thread that a reply belongs to. */
    readonly root_id: string | null;
  };
  /** A state and not a change, so that it may arrive more than once. */
  reaction: { readonly checkin_id: string; readonly reaction_type: ReactionType; readonly active: boolean };
}

/** What the server answers to each kind. */
interface OutboxAnswers {
  checkin: CheckinReceipt;
  comment: Comment;
  reaction: Answer<typeof toggleReaction>;
}

/** What an item of any kind is about. */
interface OutboxSubject {
  readonly mission_id: string;
  readonly mission_title: string;
  /** The day of it on the user's calendar; for a check-in for yesterday, that day. */
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

/** An item for what the user does at this moment. */
export function newOutboxItem<K extends OutboxKind>(input: ItemInput<K>): NewItem<K> {
  const { kind, body, user, mission, photo = null } = input;
  const now = new Date();
  return {
    // By which the server recognizes a repeated request (docs/rules.md#offline).
    ...{ client_id: uuid(), kind, body, photo },
    user_id: user.id,
    mission_id: mission.id,
    mission_title: mission.title,
    performed_at: now.toISOString(),
    local_day: dayOf(now, user.timezone),
  };
}
