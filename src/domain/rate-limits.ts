import type { Limit, RateRules, Rule } from '#platform/lib/rate-rules.ts';
import { API_TOKEN_RATE, WRONG_PASSWORDS_PER_HOUR } from './limits.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For rules that protect secrets, money, email and other people. */
const shared = (...limits: Limit[]): Rule => ({ shared: true, limits });
const inProcess = (...limits: Limit[]): Rule => ({ shared: false, limits });

export const RATE_LIMITS = {
  login: shared(
    { by: 'address', points: 30, seconds: 5 * MINUTE },
    { by: 'network', points: 90, seconds: 5 * MINUTE },
    { by: 'email_address', points: 10, seconds: 15 * MINUTE },
  ),
  // Counted per email, with or without an account, so that a refusal does not reveal which addresses have an account.
  wrong_password: shared({ by: 'email', points: WRONG_PASSWORDS_PER_HOUR + 1, seconds: HOUR }),
  guessed_login: shared({ by: 'email', points: 1, seconds: 1 }),
  register: shared(
    { by: 'address', points: 5, seconds: 30 * MINUTE },
    { by: 'network', points: 15, seconds: 30 * MINUTE },
  ),
  // A class or a team signs up from one address for one mission.
  register_invited: shared({ by: 'invitation_address', points: 40, seconds: 30 * MINUTE }),
  forgot: shared(
    { by: 'address', points: 6, seconds: HOUR },
    { by: 'network', points: 18, seconds: HOUR },
    { by: 'email_address', points: 3, seconds: HOUR },
  ),
  // Emails to one address, from any requester. A refusal is silent, because an error would lock the owner out.
  forgot_mail: shared({ by: 'email', points: 3, seconds: HOUR }),
  reset: shared(
    { by: 'address', points: 10, seconds: 15 * MINUTE },
    { by: 'network', points: 30, seconds: 15 * MINUTE },
  ),
  verify: shared({ by: 'user', points: 3, seconds: HOUR }, { by: 'address', points: 6, seconds: HOUR }),
  // Links to one address over all accounts that use it. A refusal is silent for the same reason.
  verify_mail: shared({ by: 'email', points: 3, seconds: HOUR }),
  email: shared({ by: 'user', points: 5, seconds: 15 * MINUTE }),
  password: shared({ by: 'user', points: 5, seconds: 15 * MINUTE }),
  oidc: shared({ by: 'address', points: 30, seconds: 10 * MINUTE }),
  admin_login: shared(
    { by: 'address', points: 5, seconds: 15 * MINUTE },
    { by: 'network', points: 15, seconds: 15 * MINUTE },
    { by: 'everybody', points: 30, seconds: 15 * MINUTE },
  ),
  join: shared(
    { by: 'address', points: 30, seconds: 10 * MINUTE },
    { by: 'network', points: 90, seconds: 10 * MINUTE },
  ),
  export: shared({ by: 'user', points: 5, seconds: HOUR }),
  delete_account: shared({ by: 'user', points: 5, seconds: 15 * MINUTE }),
  share: shared({ by: 'address', points: 20, seconds: MINUTE }),
  links: shared({ by: 'address', points: 30, seconds: 10 * MINUTE }),
  missions: shared({ by: 'user', points: 20, seconds: HOUR }),
  // An edit can queue work for every member, and every open page hears of each change.
  edits: shared({ by: 'user', points: 30, seconds: HOUR }),
  names: shared({ by: 'user', points: 10, seconds: HOUR }),
  zones: shared({ by: 'user', points: 10, seconds: DAY }),
  codes: shared({ by: 'user', points: 20, seconds: HOUR }),
  // Calls that send a webhook event, or an email about one.
  deliveries: shared({ by: 'user', points: 10, seconds: MINUTE }),
  // Every check-in notifies all other members again.
  take_back: shared({ by: 'user', points: 10, seconds: HOUR }),
  imports: shared({ by: 'user', points: 10, seconds: HOUR }),
  checkout: shared({ by: 'user', points: 10, seconds: HOUR }),
  // Reads that cost as much as a mission's members times its days.
  figures: inProcess({ by: 'user', points: 30, seconds: MINUTE }),
  amounts: inProcess({ by: 'user', points: 60, seconds: MINUTE }),
  photos: inProcess({ by: 'user', points: 60, seconds: DAY }),
  comments: inProcess({ by: 'user', points: 30, seconds: MINUTE }),
  reactions: inProcess({ by: 'user', points: 60, seconds: MINUTE }),
  webhook: inProcess({ by: 'address', points: 1200, seconds: MINUTE }),
  site: inProcess({ by: 'address', points: 1200, seconds: MINUTE }),
} as const satisfies Record<string, Rule>;

export type RateName = keyof typeof RATE_LIMITS;

/** The limit that every call counts against: by API token, signed-in user or address. */
const GENERAL_LIMITS: RateRules['general'] = {
  user: { by: 'user', points: 300, seconds: MINUTE },
  token: { by: 'token', points: API_TOKEN_RATE, seconds: MINUTE },
  address: { by: 'address', points: 60, seconds: MINUTE },
};

/**
 * Rules that replace the general limit. The payment provider sends all events from a few addresses. Every page load
 * reads the site's setup, for all users behind one address.
 */
export const GENERAL_LIMIT_EXEMPT: ReadonlySet<RateName | undefined> = new Set(['webhook', 'site']);

export const RATE_RULES: RateRules = {
  named: RATE_LIMITS,
  general: GENERAL_LIMITS,
  without_general: GENERAL_LIMIT_EXEMPT,
};
