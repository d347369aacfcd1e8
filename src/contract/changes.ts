/**
 * What was added to the API, oldest first: its changelog.
 * Entries are added and never changed.
 */
export const CHANGES: readonly { readonly date: string; readonly text: string }[] = [
  { date: '2026-11-22', text: 'The API as it was before this list began: everything under `/api` that tokens open.' },
  {
    date: '2026-11-22',
    text: '`GET /api/me`, `GET /api/missions`, `PATCH /api/missions/{id}`, `PATCH /api/auth/profile` and `PUT /api/checkins/{id}/photo`. `/api/join/{code}` is a second name of `/api/missions/join/{code}`, which goes on.',
  },
  {
    date: '2026-11-22',
    text: 'Tokens can expire: `POST /api/tokens` takes `expires_in_days`. Tokens with the scope read also open `GET /api/live`, `GET /api/reminders` and `GET /api/auth/export`.',
  },
  {
    date: '2026-11-22',
    text: '`Idempotency-Key` for missions, comments and invitations, `ETag` on the dashboard, a mission, its feed and the notifications, `since` for the feed and the notifications, `limit` and `before` for the notifications, the headers `RateLimit` and `RateLimit-Policy`, compressed answers, `Location` with a 201, and CORS where the server allows it.',
  },
  {
    date: '2026-11-22',
    text: 'A path of the API with another method is 405 `method_not_allowed` with `Allow`. A 401 says `WWW-Authenticate`. A 422 names every wrong field.',
  },
  { date: '2026-11-22', text: 'Webhooks under `/api/webhooks`, signed as Standard Webhooks has it.' },
  {
    date: '2026-11-22',
    text: 'Check-in keys under `/api/checkin-keys`: a link that ticks today in one mission, at `/key/{key}` and `/api/key/{key}`.',
  },
];

/** The version in the document: it grows with every change, and the first number never does. */
export const API_VERSION = `1.${CHANGES.length}`;
