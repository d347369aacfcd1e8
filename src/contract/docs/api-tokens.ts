import * as tokens from '../api-tokens.ts';
import { describe } from './registry.ts';

const token = {
  id: 'The id of the token.',
  name: 'What its owner calls it.',
  scope: 'Whether it can only read, or write too.',
  hint: 'The first characters of the token.',
  created_at: 'When it was made.',
  last_used_at: 'When it was used last; null if never.',
  expires_at: 'From then on it opens nothing; null for one without an end.',
} as const;
describe(tokens.ApiToken, {
  id: 'ApiToken',
  is: 'An API token as its owner sees it, without the token itself.',
  fields: token,
});
describe(tokens.listTokens.response, {
  fields: { tokens: 'The tokens, newest first.', allowed: 'Whether the plan allows using them.' },
});
describe(tokens.createToken.body, {
  fields: {
    name: 'What to call it.',
    scope: 'Whether it can only read, or write too.',
    expires_in_days: 'After how many days it ends; null or left out for never.',
  },
});
describe(tokens.createToken.response, {
  id: 'NewApiToken',
  is: 'A new API token, with the token itself.',
  fields: { ...token, token: 'The token, which no other answer contains.' },
});
describe(tokens.Me, {
  id: 'Me',
  is: 'The account that the request is made for.',
  fields: {
    id: 'The id of the user.',
    name: 'The name that others see.',
    email: { is: 'The address of the account.', json: { format: 'email' } },
    avatar_url: 'The path of the picture; null without one.',
    timezone: "The time zone that decides the user's days, by its name in the IANA database.",
    points: 'All points earned.',
    level: 'The level that the points make.',
    streak_days: 'The days of the current streak over all missions.',
    subscription_tier: 'What the account may do now.',
    subscription_plan: 'The plan; null on Free.',
    today: "Today in the user's time zone.",
    token: {
      is: 'The token that asks; null in a session.',
      fields: { id: token.id, name: token.name, scope: token.scope, expires_at: token.expires_at },
    },
  },
});
