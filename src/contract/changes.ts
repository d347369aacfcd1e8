/** One entry of the API's changelog: what callers can do since that day. Nothing that they use ever goes away. */
interface Change {
  readonly day: string;
  readonly sentence: string;
}

/** The changelog, newest first. The version of the API is 1 with the number of its entries behind the point. */
export const CHANGES: readonly Change[] = [
  {
    day: '2026-11-23',
    sentence:
      'Calls that create missions, comments and invitations heed `Idempotency-Key`: a repeated request gets the first answer.',
  },
  {
    day: '2026-11-23',
    sentence:
      'Answers carry `RateLimit` and `RateLimit-Policy`, `Location` where something was created, and `ETag` for the dashboard, missions, feeds and notifications; long ones are compressed.',
  },
  {
    day: '2026-11-23',
    sentence: 'Pages of the sites in CORS_ORIGINS can call what API tokens open.',
  },
  {
    day: '2026-11-23',
    sentence:
      '`PATCH /api/missions/{id}` and `PATCH /api/auth/profile` change single fields, and `PUT /api/checkins/{id}/photo` gives a check-in a photo.',
  },
  {
    day: '2026-11-23',
    sentence: 'Feeds and notifications take `since`, notifications `limit` and `before` as well.',
  },
  {
    day: '2026-11-23',
    sentence: 'API tokens open `GET /api/live` and `GET /api/auth/export`.',
  },
  {
    day: '2026-11-22',
    sentence:
      'API tokens can have an end, and `GET /api/me` and `GET /api/missions` tell programs what they need first.',
  },
];

/** The version in the document: it grows with every change, and the first number never does. */
export const API_VERSION = `1.${CHANGES.length}`;
