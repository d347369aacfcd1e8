/** One entry of the API's changelog: what callers can do since that day. Nothing that they use ever goes away. */
interface Change {
  readonly day: string;
  readonly sentence: string;
}

/** The changelog, newest first. The version of the API is 1 with the number of its entries behind the point. */
export const CHANGES: readonly Change[] = [
  {
    day: '2026-11-22',
    sentence:
      'Check-in keys under `/api/checkin-keys`: a link that ticks today in one mission, at `/key/{key}` and `/api/key/{key}`.',
  },
  { day: '2026-11-22', sentence: 'Webhooks under `/api/webhooks`, signed as Standard Webhooks has it.' },
  {
    day: '2026-11-22',
    sentence:
      'A path of the API with another method is 405 `method_not_allowed` with `Allow`. A 401 says `WWW-Authenticate`. A 422 names every wrong field.',
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
      '`GET /api/me`, `GET /api/missions`, `PATCH /api/missions/{id}`, `PATCH /api/auth/profile` and `PUT /api/checkins/{id}/photo`. `/api/join/{code}` is a second name of `/api/missions/join/{code}`, which goes on.',
  },
  {
    day: '2026-11-22',
    sentence: 'The API as it was before this list began: everything under `/api` that tokens open.',
  },
];

/** The version in the document: it grows with every change, and the first number never does. */
export const API_VERSION = `1.${CHANGES.length}`;
