import type * as z from 'zod/mini';
import * as webhooks from '../webhooks.ts';
import { describe } from './registry.ts';
import type { Components, Json } from './schemas.ts';

const webhook = {
  id: 'The id of the webhook.',
  url: { is: 'Where events are posted.', json: { format: 'uri' } },
  description: 'What it is for; may be empty.',
  events: 'The events that it is told of.',
  mission_id: 'The only mission of whose events it is told; null for all.',
  is_on: 'Whether it gets events.',
  off_reason:
    '`owner` turned it off, `gone`: its receiver answered 410, `failing`: it took nothing for three days; null while it is on.',
  created_by_token: {
    is: 'The API token that made it, and with which it goes; null for one made in a session.',
    fields: { id: 'The id of the token.', name: 'The name of the token.' },
  },
  created_at: 'When it was created.',
  last_success_at: 'When its receiver took something last; null if never.',
} as const;
const secret = 'The key of the signatures: `whsec_` and 32 bytes in base64. No other answer contains it.';
describe(webhooks.Webhook, { id: 'Webhook', is: 'An address that is told of events.', fields: webhook });
describe(webhooks.listWebhooks.response, {
  fields: {
    webhooks: 'The webhooks, newest first; for an API token those that it made.',
    allowed: 'Whether the plan allows using them.',
  },
});
const input = {
  url: { is: 'Where to post events: https and a public host.', json: { format: 'uri' } },
  events: 'The events to be told of.',
  mission_id: 'The only mission of whose events to tell; null for all.',
  description: 'What it is for.',
} as const;
describe(webhooks.createWebhook.body, { fields: input });
describe(webhooks.createWebhook.response, {
  id: 'NewWebhook',
  is: 'A new webhook, with its secret.',
  fields: { ...webhook, secret },
});
describe(webhooks.updateWebhook.body, { fields: { ...input, is_on: 'Whether it gets events.' } });
describe(webhooks.rotateWebhookSecret.response, {
  fields: { secret, previous_until: 'Until then the secret before signs as well.' },
});
describe(webhooks.WebhookDelivery, {
  id: 'WebhookDelivery',
  is: 'An event on its way to a webhook, and what became of it.',
  fields: {
    id: 'The id of the delivery.',
    event_id: 'The id of the event, sent as `webhook-id`; the same in every try.',
    event: 'The name of the event.',
    state: '`pending` waits for its next try, `failed` was given up.',
    attempts: 'How many tries there were.',
    response_status: 'The status of the last answer; null if there was none.',
    error: 'What went wrong in the last try; null if nothing did.',
    duration_ms: 'How many milliseconds the last try took; null without one.',
    body: 'What is sent, byte for byte.',
    created_at: 'When it was written.',
    last_attempt_at: 'When it was tried last; null if never.',
    next_attempt_at: 'When it is tried next, at the earliest; null unless it is pending.',
  },
});
describe(webhooks.listWebhookDeliveries.response, { fields: { deliveries: 'The deliveries, newest first.' } });

const mission = {
  is: 'The mission.',
  fields: { id: 'The id of the mission.', title: 'The title of the mission.' },
} as const;
const missionDays = {
  is: 'The mission.',
  fields: { ...mission.fields, first_day: 'The first day.', last_day: 'The last day.' },
} as const;
const person = (is: string) => ({ is, fields: { id: 'The id of the person.', name: 'The name of the person.' } });
const author = person('Whose it is.');
const post = {
  is: 'The check-in under which it was written.',
  fields: { id: 'The id of the check-in.', user_id: 'The id of its author.' },
} as const;
const data = webhooks.POSTED_DATA;
describe(data['checkin.created'], {
  fields: {
    mission,
    user: author,
    checkin: {
      is: 'The check-in.',
      fields: {
        id: 'The id of the check-in.',
        type: 'A tick, words or a photo.',
        content: 'The words; empty for a tick.',
        local_day: "The day that it counts for, on the author's own calendar.",
        points_earned: 'The points; null for those of others where the mission has no ranking.',
        performed_at: 'When it was done.',
        created_at: 'When it was recorded.',
      },
    },
  },
});
describe(data['checkin.deleted'], {
  fields: {
    mission,
    user: author,
    checkin: {
      is: 'The check-in that was taken back.',
      fields: { id: 'The id that it had.', local_day: 'The day that is open again.' },
    },
  },
});
describe(data['comment.created'], {
  fields: {
    mission,
    user: author,
    checkin: post,
    comment: {
      is: 'The comment.',
      fields: {
        id: 'The id of the comment.',
        parent_comment_id: 'The id of the comment that it answers; null if none.',
        content: 'The words.',
        created_at: 'When it was written.',
      },
    },
  },
});
describe(data['reaction.created'], {
  fields: {
    mission,
    user: author,
    checkin: post,
    reaction: { is: 'The reaction.', fields: { type: 'Which one.' } },
  },
});
describe(data['member.joined'], { fields: { mission, user: person('Who joined.') } });
describe(data['member.left'], { fields: { mission, user: person('Who left, or was removed.') } });
describe(data['mission.started'], { fields: { mission: missionDays } });
describe(data['mission.completed'], { fields: { mission: missionDays } });
describe(data['nudge.received'], { fields: { mission, user: person('Who nudges.') } });
describe(data['streak.at_risk'], {
  fields: {
    streak_days: 'The days of the streak.',
    rest_days: 'The rest days saved up, of which one would cover the day.',
    day: "The day that is still open, in the user's time zone.",
    missions: { is: 'Where something is due.', fields: mission.fields },
  },
});

describe(data['webhook.test'], {
  fields: {
    webhook: {
      is: 'The webhook that is tested.',
      fields: { id: 'The id of the webhook.', description: 'What it is for; may be empty.' },
    },
  },
});

/** When each event is raised, and whom it is told to. */
const WHEN: Record<keyof typeof data, string> = {
  'checkin.created': 'Somebody checked in, the user included.',
  'checkin.deleted': 'Somebody took a check-in back, the user included.',
  'comment.created': 'Somebody commented, the user included.',
  'reaction.created': 'Somebody reacted, the user included.',
  'member.joined': 'Somebody joined a mission.',
  'member.left': 'Somebody left a mission or was removed.',
  'mission.started': 'The first day of a mission began.',
  'mission.completed': 'A mission was completed.',
  'nudge.received': 'Somebody nudged the user.',
  'streak.at_risk': 'It is evening on the own clock, and nothing is checked in yet although something is due.',
  'webhook.test': 'Somebody asked for a test of this webhook; it cannot be chosen, and comes all the same.',
};

const text = (description: string, example: string): Json => ({
  description,
  required: true,
  schema: { type: 'string' },
  example,
});
const SIGNED = [
  ['webhook-id', text('The id of the event, the same in every try.', '019aa5b0-5c7e-7a3d-9d0e-3b8f4f1f2a10')],
  ['webhook-timestamp', text('When this try was sent, in seconds since 1970.', '1795392000')],
  [
    'webhook-signature',
    text(
      'Signatures as Standard Webhooks has them, with spaces between.',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ],
] as const;

/** The events of the document: what is posted to webhooks, by the name of the event. */
export function describeEvents(components: Components): Json {
  return Object.fromEntries(
    Object.entries(WHEN).map(([name, when]) => {
      const schema: z.ZodMiniType = data[name as keyof typeof data];
      const body = {
        type: 'object',
        required: ['id', 'type', 'timestamp', 'data'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'The id of the event, as in `webhook-id`.' },
          type: { const: name, type: 'string', description: 'The name of the event.' },
          timestamp: {
            type: 'string',
            format: 'date-time',
            description: 'When it happened. Deliveries can come in another order.',
          },
          data: { ...components.of(schema, 'output'), description: 'What the event is about.' },
        },
      };
      const post = {
        operationId: `on-${name.replaceAll(/[._]/g, '-')}`,
        summary: name,
        description: `${when} Answer with a 2xx within 3 seconds; anything else is tried again for three days.`,
        tags: ['webhooks'],
        security: [],
        parameters: SIGNED.map(([header, rest]) => ({ name: header, in: 'header', ...rest })),
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: {
          '204': { description: 'Received.' },
          '410': { description: 'There is no receiver any more, and the webhook is turned off.' },
        },
      };
      return [name, { post }];
    }),
  );
}
