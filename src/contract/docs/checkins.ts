import * as checkins from '../checkins.ts';
import * as comments from '../comments.ts';
import { Reason } from '../fields.ts';
import * as reactions from '../reactions.ts';
import * as safety from '../safety.ts';
import { describe } from './registry.ts';
import { PERSON } from './repeated-words.ts';

const TYPES = ['love', 'support', 'laugh', 'cry', 'wow'] as const;
type ByType<Word> = Record<(typeof TYPES)[number], Word>;
const byType = <Word>(word: Word) => Object.fromEntries(TYPES.map((type) => [type, word])) as ByType<Word>;

/** The words of `ReactionSummary`. */
export const REACTIONS = {
  reactions: {
    is: 'The reactions by type; every type is there.',
    fields: byType({
      is: 'The reactions of this type.',
      fields: {
        count: 'How many there are.',
        users: {
          is: 'Who reacted, newest first; a row of a feed names only a few.',
          fields: {
            user_id: 'The id of the person.',
            user_name: 'The name of the person.',
            user_avatar_url: 'The path of the picture; null without one.',
          },
        },
      },
    }),
  },
  user_reactions: {
    is: "Which of them are one's own.",
    fields: byType('Whether one reacted so.'),
  },
} as const;

describe(reactions.ReactionSummary, {
  id: 'Reactions',
  is: 'The reactions to a check-in by type.',
  fields: REACTIONS,
});
describe(reactions.toggleReaction.body, {
  fields: {
    reaction_type: 'The type of the reaction.',
    active: 'Whether it should be there afterwards; left out, it is toggled.',
  },
});
describe(reactions.toggleReaction.response, {
  fields: { message: 'Which of the two is true now.', ...REACTIONS },
});

describe(checkins.Checkin, {
  id: 'Checkin',
  is: 'A check-in.',
  fields: {
    id: 'The id of the check-in.',
    user_id: 'The id of its author.',
    user_name: 'The name of its author.',
    user_avatar_url: "The path of the author's picture; null without one.",
    mission_id: 'The id of its mission.',
    type: 'Whether it is a tick, words, or a photo.',
    content: 'The words; may be empty.',
    photo_url:
      'The photo at 1600 pixels, by a signed path that holds until the end of the next day in UTC; null without one.',
    photo_small_url: 'The same at 400 pixels.',
    photo_width: 'The width of the large photo in pixels; null without one.',
    photo_height: 'The height of the large photo in pixels; null without one.',
    photo_thumbhash: 'A ThumbHash of the photo in base64; null without one.',
    points_earned:
      'Points earned: 0 for an extra check-in and from the eleventh of the same day on; null for others on the board `together`.',
    local_day: "The day that it counts for, on its author's calendar.",
    performed_at: 'When it was done; made offline, this is before `created_at`.',
    created_at: 'When the server accepted it.',
    edited_at: 'When it was edited last; null if never.',
    cleared_at: 'When its author removed its words and photo; null if never, or if it was edited since.',
    is_extra: 'Whether it is beyond the schedule: it lengthens streaks and earns no points.',
    is_late: 'Whether it was made for yesterday on the morning after.',
    is_comeback: 'Whether it is the first after three missed days or more.',
    hidden: {
      is: "Why it is hidden; null if it is not. Only its author and the mission's owner receive a hidden one.",
      fields: { reason: 'The reason.', by: 'Who hid it.' },
    },
    can: {
      is: 'What the requesting member may do with it now.',
      fields: {
        edit: 'Edit it.',
        take_back: 'Take it back.',
        clear: 'Remove its words and photo.',
        hide: 'Hide it, or show it again.',
        report: 'Report it to the operator.',
      },
    },
    ...REACTIONS,
    comments_count: 'How many comments there are.',
  },
});
describe(checkins.CheckinReceipt, {
  id: 'CheckinReceipt',
  is: 'A check-in that was made, with all that a celebration needs.',
  fields: {
    checkin: 'The check-in.',
    mission_streak_days: 'The days of the streak in the mission now.',
    streak_days: 'The days of the streak over all missions now.',
    points: 'All points now.',
    level: 'The level now.',
    level_up: 'Whether the level rose by it.',
    rest_days_used: 'How many rest days were spent to keep the streak.',
    milestone: {
      is: 'A moment worth more than a tick; null without one, and for a repeated request.',
      fields: {
        kind: 'Which moment it is.',
        days: 'The days of the streak.',
      },
    },
  },
});

const type = 'Whether it is a tick, words, or a photo; a photo comes with the file `photo`.';
const content = 'The words; null and missing are none. A tick drops them.';
describe(checkins.createCheckin.body, {
  fields: {
    mission_id: 'The id of the mission.',
    type,
    content,
    client_id: 'An id of your own. Repeated requests with the same one record one check-in.',
    performed_at: "When it was done, by the device's clock.",
    sent_at: "When this attempt to send it began, by the device's clock, which shows how wrong that clock is.",
    day: '`yesterday`, the day before the own one, can be checked in until noon.',
  },
});
describe(checkins.updateCheckin.body, { fields: { type, content } });
describe(checkins.listCheckins.query, {
  fields: {
    limit: 'How many rows at most.',
    before: 'The id of a check-in: only older ones are listed.',
    since: 'An instant: only what was made or edited at or after it is listed.',
  },
});
describe(checkins.listDeletedCheckins.query, {
  fields: { since: 'An instant, of the last 30 days: only what was deleted at or after it is listed.' },
});
describe(checkins.listDeletedCheckins.response, {
  fields: {
    deleted: {
      is: 'What to remove, oldest first; at most 1,000.',
      fields: { id: 'The id of the check-in.', deleted_at: 'When the request that took it back or hid it came.' },
    },
  },
});
describe(checkins.listOwnCheckins.query, {
  fields: {
    from: 'The first day; left out, from the beginning.',
    to: 'The last day; left out, until today.',
    before: 'The id of a check-in of yours: only those behind it in this list are listed.',
    limit: 'How many rows at most.',
  },
});
describe(checkins.listOwnCheckins.response, {
  fields: { checkins: 'The check-ins as in the feeds, newest day first, and of one day the newest first.' },
});
describe(Reason, { id: 'Reason', is: 'Why.', fields: { reason: 'The reason, for a person.' } });

const reply = {
  id: 'The id of the comment.',
  user_id: 'The id of its author; null if it was removed.',
  user_name: 'The name of its author.',
  user_avatar_url: "The path of the author's picture; null without one.",
  content: 'The words; empty if it was removed.',
  mentions: {
    is: 'Members whose `@name` the words contain.',
    fields: { user_id: 'The id of the member.', user_name: 'The name of the member.' },
  },
  created_at: 'When it was written.',
  is_removed: 'Whether it was removed, so that only its place is left.',
  can_delete: 'Whether one may delete it.',
} as const;
describe(comments.Comment, {
  id: 'Comment',
  is: 'A comment under a check-in.',
  fields: {
    ...reply,
    replies: { is: 'Its first replies, oldest first.', fields: reply },
    replies_count: 'How many replies there are in all.',
  },
});
describe(comments.listComments.query, {
  fields: {
    limit: 'How many rows at most.',
    after: 'The id of a comment: only newer ones are listed.',
    parent_comment_id: { is: 'The id of a comment whose replies are listed instead.', json: { format: 'uuid' } },
  },
});
describe(comments.createComment.body, {
  fields: {
    content: 'The words.',
    parent_comment_id: {
      is: 'The id of the comment to reply to; null or left out for none. Replies have no replies.',
      json: { format: 'uuid' },
    },
    mentions: {
      is: "Ids of members who are told; one counts only if the words contain that member's `@name`.",
      json: { items: { type: 'string', format: 'uuid' } },
    },
    client_id: 'An id of your own. Repeated requests with the same one create one comment.',
  },
});
const { user_id, name, avatar_url } = PERSON;
describe(safety.listBlocks.response, {
  fields: { user_id, name, avatar_url, blocked_at: 'When you blocked them.' },
});
