/** One entry of the API's changelog: what callers can do since that day. Nothing that they use ever goes away. */
interface Change {
  readonly day: string;
  readonly sentence: string;
}

/** The changelog, newest first. The version of the API is 1 with the number of its entries behind the point. */
export const CHANGES: readonly Change[] = [
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
  { day: '2026-11-26', sentence: 'Missions of the dashboard have `ask_reminder`: whether to ask about a reminder.' },
  {
    day: '2026-11-26',
    sentence:
      'Reminders have `minute`: they come on any quarter of an hour. `PUT /api/missions/{id}/reminder` takes it, and left out it is 0.',
  },
  {
    day: '2026-11-26',
    sentence:
      "`POST /api/push/subscriptions` also takes endpoints at push servers that this server's operator allows, for instance for UnifiedPush, and the document no longer has a pattern for them.",
  },
  {
    day: '2026-11-26',
    sentence:
      'The preview of an invitation has `message`: what its sender wrote, as plain text, and empty without words. The preview of a code has none.',
  },
  {
    day: '2026-11-26',
    sentence:
      'People have a `look`, the cloth, hat and cut of their doll by name: beside every `avatar_url`, `user_avatar_url` and `sender_avatar_url`, and in `User` and `Me`; public previews have none. `PUT` and `PATCH /api/auth/profile` take it, and null is the one drawn from the id. The lists of names may grow.',
  },
  {
    day: '2026-11-26',
    sentence:
      'Missions can have a chosen `patch`: motif, palette and outline by name. It is in all answers that describe a mission, public previews too, and `null` is the drawing from the id. Creating and editing take it. The lists of names may grow.',
  },
  {
    day: '2026-11-25',
    sentence:
      'People who still need to check in have `joined_today` in `GET /api/today`: whether you joined their mission today and do not own it. The preview of a reminder link has `can_check_in_today`.',
  },
  {
    day: '2026-11-25',
    sentence:
      '`planned_days` leaves out days of travel and days before you joined, and `away_days` of the quilt has days of travel and dates that a time zone skipped. The `target` of a `week` is smaller in the week in which you join. In the ledger a missed yesterday is `open` until noon, and days that no mission asked about are `free`. `is_comeback` of a check-in may change when an earlier one arrives or is taken back. `streak.at_risk` goes by the missions that need a check-in. The weekly mail comes on Mondays. The dashboard has `next_pause`.',
  },
  {
    day: '2026-11-23',
    sentence:
      'Missions, their members and the list of missions have `needed_today`: without a check-in the day closes as missed. Missions also have `needed_yesterday` and `own_goals`, members `week`, and reminders `days`. Nudging someone who needs no check-in today is 400 `member_not_due`. The link of a reminder works until noon of the next day: its preview has `is_yesterday`, and its answer `day`.',
  },
  {
    day: '2026-11-23',
    sentence:
      'Completed missions on the dashboard have `can_start_next`, and the `mission` of a completion has `owner_id`, `owner_name` and `last_day`.',
  },
  {
    day: '2026-11-23',
    sentence:
      '`weekdays` of the insights count what daily missions and those with fixed weekdays ask for, and `from` is the first open or checked day. `quiet_members` follows the schedule of the mission, and its `days` are calendar days since the last check-in.',
  },
  {
    day: '2026-11-23',
    sentence:
      'You can be in at most 100 running missions: beyond that, creating, joining and accepting are 400 `too_many_missions`. From the eleventh check-in of a day on, `points_earned` is 0. `unread_count` counts at most 100 check-ins in all. Editing missions, names, time zones and invitation codes, and creating, changing and testing webhooks and repeating their deliveries have limits of their own.',
  },
  {
    day: '2026-11-23',
    sentence:
      "The figures on the operator's tiles have `photos`: whose place for photos it is, and a sweep that waits.",
  },
  {
    day: '2026-11-23',
    sentence:
      '`GET /api/me/checkins` lists your check-ins over all missions by their days, and `GET /api/missions/{id}/checkins/deleted` says what was taken back or hidden.',
  },
  {
    day: '2026-11-23',
    sentence:
      '`PUT /api/auth/password`, `POST /api/auth/logout-everywhere`, and `new_device_mail` in the settings, for sessions. Signing in, registering, resetting and joining also count by network.',
  },
  {
    day: '2026-11-23',
    sentence:
      '`PUT /api/invitations/{id}/block` blocks the person who sent an invitation. A webhook delivery that reached no one has the error `unreachable` in place of `dns`, `connection` and `address_not_allowed`. With an API token, the archive holds what tokens open.',
  },
  {
    day: '2026-11-23',
    sentence:
      'Every POST that creates something takes `Idempotency-Key`, including webhooks and tokens. The others answer it with a 400 `idempotency_key_unused` instead of ignoring it: check-ins have `client_id`.',
  },
  {
    day: '2026-11-23',
    sentence:
      'The document has an example answer and the limits (`x-ratelimit`) at each call, and `webhook.test` among its webhooks; codes, event names, hint kinds, notification types and errors of deliveries are open lists in answers. `RateLimit` names the limit that has the fewest calls left, including that of a single call. A 422 names the fields that you left out.',
  },
  {
    day: '2026-11-22',
    sentence:
      'Check-in keys under `/api/checkin-keys`: a link that ticks today in one mission, at `/key/{key}` and `/api/key/{key}`.',
  },
  { day: '2026-11-22', sentence: 'Webhooks under `/api/webhooks`, signed according to Standard Webhooks.' },
  {
    day: '2026-11-22',
    sentence:
      'A path of the API with another method is 405 `method_not_allowed` with `Allow`. A 401 has `WWW-Authenticate`. A 422 names every wrong field.',
  },
  {
    day: '2026-11-22',
    sentence:
      '`Idempotency-Key` for missions, comments and invitations, `ETag` on the dashboard, a mission, its feed and the notifications, `since` for the feed and the notifications, `limit` and `before` for the notifications, the headers `RateLimit` and `RateLimit-Policy`, compressed answers, `Location` with a 201, and CORS where the server allows it.',
  },
  {
    day: '2026-11-22',
    sentence:
      'Tokens can expire: `POST /api/tokens` takes `expires_in_days`. Tokens with the scope read also open `GET /api/live`, `GET /api/reminders` and `GET /api/auth/export`.',
  },
  {
    day: '2026-11-22',
    sentence:
      '`GET /api/me`, `GET /api/missions`, `PATCH /api/missions/{id}`, `PATCH /api/auth/profile` and `PUT /api/checkins/{id}/photo`. `/api/join/{code}` is a second path of `/api/missions/join/{code}`, which still works.',
  },
  {
    day: '2026-11-22',
    sentence: 'The API as it was before this list began: everything under `/api` that tokens open.',
  },
];

/** The version in the document: it grows with every change, and the first number never does. */
export const API_VERSION = `1.${CHANGES.length}`;
