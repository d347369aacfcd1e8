/** One entry of the API's changelog: what callers can do since that day. Nothing that they use ever goes away. */
interface Change {
  readonly day: string;
  readonly sentence: string;
}

/** The version that the first release published: what the API was before it was nobody's to use. */
const FIRST_RELEASED = 25;

const ENTRIES: readonly Change[] = [
  {
    day: '2026-11-28',
    sentence:
      'Errors have `type`, `title` and `status` beside `code` and `detail`, as RFC 9457 has them. The media type stays `application/json`. `/.well-known/api-catalog` leads to the document (RFC 9727), and `/healthz` is `/health`.',
  },
  {
    day: '2026-11-28',
    sentence:
      '`GET /api/site` has `passwords`, which is false where people sign in only at the single sign-on provider. There, registering, signing in with a password and changing or resetting one are 403 with the new code `passwords_off`. `admin_totp` says whether the operator signs in with a code as well, and `POST /api/admin/login` takes `code`.',
  },
  {
    day: '2026-11-28',
    sentence:
      'The figures of the operator have `database`: the version of PostgreSQL, and a newer minor release with security fixes.',
  },
  {
    day: '2026-11-28',
    sentence:
      '`Mission` has `counted_checkins`. The previews of check-in keys and check-in links have `patch`. A share counts check-ins that count and missed days: it is 100 only if no day was missed.',
  },
  {
    day: '2026-11-28',
    sentence:
      'The figures of the operator have `open_reports`, and `AdminUser` has `look`. `GET /api/admin/audit` leaves refused sign-ins out without `show=all`.',
  },
  {
    day: '2026-11-28',
    sentence:
      '`GET /api/missions/{id}/quilt` and `GET /api/insights` have an `ETag` and a limit of their own, together 30 a minute for a user. Registering with an invitation that is good counts against that invitation at your address (40 in 30 minutes), and only codes that are not known count against the limit `join` of the calls that take a code. `detail` of a 429 says a wait of more than a minute. Characters that no code has are dropped from a code.',
  },
  {
    day: '2026-11-28',
    sentence:
      '`Mission` and the missions of the dashboard have `last_checkin_day`, and the latter `timezone`. `checked_in_today` means a check-in for that date. After a move to the west, `last_checkin_day` can be later than today while today is unchecked; then `can.check_in` is false until the day after `last_checkin_day`. `days_remaining` counts dates in the zone of the mission. Rows of the quilt have `is_yesterday_open`, and their `rest_days` are those of the ledger.',
  },
  {
    day: '2026-11-26',
    sentence:
      '`User` and the settings have `language`: the language of screens, emails and notifications, or null for that of the browser. `PUT /api/settings` takes it, and left out it stays; `POST /api/auth/register` takes it too. The list may grow.',
  },
  {
    day: '2026-11-26',
    sentence:
      'Sentences are in the language of `Accept-Language`, and in English without it: `detail` and `errors[].message` of every error, `message` of six calls, and badges. `Content-Language` says which. Browsers and phones send `Accept-Language` by themselves, so `code` is what a program should read; it stays the same in every language.',
  },
  { day: '2026-11-26', sentence: 'The API as Emberkin 1.0.0, the first release, brought it.' },
];

/** The changelog, newest first, with the version of the API that each entry made: every change adds one. */
export const CHANGES = ENTRIES.map((change, at) => ({
  ...change,
  version: `1.${FIRST_RELEASED + ENTRIES.length - 1 - at}`,
}));

/** The version in the document. The first number never grows. */
export const API_VERSION = CHANGES[0]!.version;
