import * as auth from '../auth.ts';
import { describe } from './registry.ts';

describe(auth.User, {
  id: 'User',
  is: "One's own account.",
  fields: {
    id: 'The id of the user.',
    name: 'The name that others see.',
    email: { is: 'The address of the account.', json: { format: 'email' } },
    email_verified: 'Whether the account counts as its address; always true where no mail is sent.',
    has_password: 'Whether the account has a password; one made by single sign-on may set its first one.',
    avatar_url: 'The path of the picture; null without one.',
    bio: 'A few words that the user writes about themselves; may be empty.',
    location: "Where one lives, in one's own words; may be empty.",
    timezone: "The time zone that decides the user's days, by its name in the IANA database.",
    profile_completed: 'Whether the profile was ever saved.',
    subscription_tier: 'What the account may do now.',
    subscription_status: 'How the plan stands; null if there never was one.',
    subscription_plan: 'The plan; null on Free.',
    subscription_start_date: 'When the plan began; null on Free.',
    subscription_cancel_requested: 'When the plan was cancelled; null if it was not.',
    subscription_period_end: 'The next renewal, or the end of a plan that is ending; null on Free.',
    subscription_ends_at: 'When a cancelled or unpaid plan ends; null while it renews.',
    points: 'All points earned.',
    level: 'The level that the points make.',
    streak_days: 'The days of the current streak over all missions.',
    created_at: 'When the account was made.',
  },
});

const session = {
  access_token: "The session's token, for the header Authorization.",
  user: 'The account.',
} as const;
describe(auth.login.response, { id: 'Session', is: 'A session that has begun.', fields: session });

const password = 'The password of the account.';
const email = 'The address of the account, in any case.';
describe(auth.register.body, {
  fields: {
    name: 'The name that others see.',
    email: 'The address of the new account, in any case.',
    password: 'A new password.',
    invitation_id: {
      is: 'The key of an invitation that can be accepted now, which lets somebody new in where sign-up is by invitation, and proves the address that it was sent to. Any other value changes nothing.',
      json: { type: 'string' },
    },
    invitation_code: {
      is: 'The code of a mission that can be joined now, for the same. Any other value changes nothing.',
      json: { type: 'string', maxLength: 100 },
    },
  },
});
describe(auth.login.body, { fields: { email, password } });
describe(auth.forgotPassword.body, { fields: { email } });
describe(auth.forgotPassword.response, { fields: { message: 'A sentence for a person.' } });
describe(auth.resetPassword.body, {
  fields: { token: 'The token of the link.', new_password: 'The new password.' },
});
describe(auth.resetPassword.response, { fields: { message: 'A sentence for a person.' } });
describe(auth.listSessions.response, {
  fields: {
    id: 'The id of the session.',
    created_at: 'When it began.',
    last_used_at: 'When it was used last.',
    user_agent: 'The browser or program, as it calls itself.',
    current: 'Whether this request is part of it.',
  },
});
describe(auth.verifyEmail.body, { fields: { token: 'The token of the link.' } });
describe(auth.changeEmail.body, {
  fields: {
    email: 'The new address, in any case.',
    password: 'The password of the account; null for one that has none, in a session that has just begun.',
  },
});
describe(auth.changePassword.body, {
  fields: {
    current_password: 'The password until now; null for an account that has none, in a session that has just begun.',
    new_password: 'The new password.',
  },
});
