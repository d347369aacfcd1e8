import { STAND_INS } from '#contract/api-docs.ts';
import {
  API_TOKEN_RATE,
  CHECKINS_PAGE,
  CHECKINS_PAGE_MAX,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_MAX,
  MISSIONS_PAGE,
  MISSIONS_PAGE_MAX,
  NOTIFICATIONS_SHOWN,
} from '#domain/limits.ts';
import { DELETIONS_LISTED_DAYS } from '#domain/retention.ts';
import { Code, Inline } from '../code.tsx';
import { Prose } from '../layout.tsx';
import { To } from './beginning.tsx';

const URL = STAND_INS.public_url;

const ERROR = `{
  "type": "/docs/api/errors/invalid_input",
  "title": "Please check the highlighted fields",
  "status": 422,
  "code": "invalid_input",
  "detail": "limit must be a whole number from 1 to 50",
  "errors": [
    { "path": "limit", "message": "limit must be a whole number from 1 to 50" },
    { "path": "before", "message": "before must be an id" }
  ]
}`;

const STATUSES: readonly (readonly [status: string, meaning: string])[] = [
  ['400', 'A rule says no: already checked in, too late, over a limit'],
  ['401', 'No token, or one that opens nothing'],
  ['403', "We know you, and you can't do this"],
  ['404', "It isn't there, or not for you to see"],
  ['405', 'The address takes other methods: see the header Allow'],
  ['409', 'Someone got there first: try again'],
  ['413, 415', "The body is too large, or of a type that we don't take"],
  ['422', 'A field is wrong: errors names every one'],
  ['429', 'Too many requests: wait as Retry-After says'],
  ['500, 503', 'Our side: wait as Retry-After says, then try again'],
];

function Errors() {
  return (
    <Prose id="errors" title="Errors">
      <p>
        An error is a status and a body with <Inline>code</Inline> and <Inline>detail</Inline>. Go by the code: it never
        changes. The detail is a sentence for a person and can change any day. A 422 also lists every wrong field; one
        that you left out is named, such as <Inline>goal is required</Inline>. <Inline>type</Inline>,{' '}
        <Inline>title</Inline> and <Inline>status</Inline> are those of RFC 9457, for libraries that read it.
      </p>
      <Code title="An error" parts={[ERROR]} />
      <dl className="mt-4 grid gap-2">
        {STATUSES.map(([status, meaning]) => (
          <div key={status} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
            <dt className="font-bold tabular">{status}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        The <To href="/docs/api/reference">reference</To> names the codes of each call. Every answer has{' '}
        <Inline>X-Request-Id</Inline>: put it in your log, and in your message if you ask for help.
      </p>
    </Prose>
  );
}

function Rates() {
  return (
    <Prose id="rates" title="Rate limits">
      <p>
        Each token can make {API_TOKEN_RATE} requests a minute. Some calls have a lower limit of their own, such as
        creating missions; the reference says it at the call. Answers to counted requests, 304 and 429 too, name the
        limit with the fewest requests left:
      </p>
      <Code
        title="Headers"
        parts={[`RateLimit-Policy: "token";q=${API_TOKEN_RATE};w=60\nRateLimit: "token";r=${API_TOKEN_RATE - 1};t=42`]}
      />
      <p>
        <Inline>q</Inline> requests in <Inline>w</Inline> seconds; <Inline>r</Inline> are left, and after{' '}
        <Inline>t</Inline> seconds the count starts over. They follow the IETF draft for RateLimit headers. A 429 comes
        with <Inline>Retry-After</Inline> in seconds, and names the limit that refuses. If you want to know at once that
        something happened, don't ask every few seconds: use a <To href="#webhooks">webhook</To>.
      </p>
    </Prose>
  );
}

function Paging() {
  return (
    <Prose id="paging" title="Paging">
      <p>
        Missions, check-ins and notifications come newest first. <Inline>limit</Inline> says how many you want; for the
        next page, send the id of the last row as <Inline>before</Inline>. Comments come oldest first, so there it's{' '}
        <Inline>after</Inline>. A page with fewer rows than its limit is the last one.
      </p>
      <ul>
        <li>
          <Inline>GET /api/missions</Inline>: {MISSIONS_PAGE}, at most {MISSIONS_PAGE_MAX}
        </li>
        <li>
          <Inline>{'GET /api/missions/{id}/checkins'}</Inline>: {CHECKINS_PAGE}, at most {CHECKINS_PAGE_MAX}
        </li>
        <li>
          <Inline>GET /api/me/checkins</Inline>, your own over all your missions by their days: {CHECKINS_PAGE}, at most{' '}
          {CHECKINS_PAGE_MAX}
        </li>
        <li>
          <Inline>GET /api/notifications</Inline>: at most {NOTIFICATIONS_SHOWN}
        </li>
      </ul>
      <p>
        To catch up, send <Inline>since</Inline> with an instant: the feed and the notifications then list what was
        created or edited at that instant or later. With an offset, write its <Inline>+</Inline> as <Inline>%2B</Inline>
        : in a query a plus sign means a space. <Inline>{'GET /api/missions/{id}/checkins/deleted'}</Inline> lists the
        ids of check-ins that were undone or hidden from you since, for {DELETIONS_LISTED_DAYS} days; an older instant
        is a 410 <Inline>since_too_old</Inline>, and then you fetch the whole feed. Words that were removed, and
        check-ins that are shown again, aren't listed: fetch the whole feed now and then.
      </p>
      <p>
        Next time, send the <Inline>Date</Inline> of the previous answer, minus five minutes, for what was deleted too:
        something written or deleted at that very moment may have missed it. So you may get again what you already have:
        go by the ids.
      </p>
      <Code
        title="The next page, and what is new"
        parts={[
          `${URL}/api/missions/`,
          { own: 'MISSION_ID', shown: 'MISSION_ID' },
          `/checkins?limit=20&before=CHECKIN_ID\n${URL}/api/missions/`,
          { own: 'MISSION_ID', shown: 'MISSION_ID' },
          `/checkins?since=2026-11-21T12:00:00Z\n${URL}/api/missions/`,
          { own: 'MISSION_ID', shown: 'MISSION_ID' },
          '/checkins/deleted?since=2026-11-21T12:00:00Z',
        ]}
      />
    </Prose>
  );
}

function Tags() {
  return (
    <Prose id="etags" title="ETags">
      <p>
        The dashboard, a mission, its quilt and feed, the notifications and the insights come with an{' '}
        <Inline>ETag</Inline>. Keep it with the answer and send it back in <Inline>If-None-Match</Inline>: as long as
        nothing has changed, you get a 304 without a body. Answers say <Inline>no-store</Inline>, so a browser's cache
        doesn't do this for you.
      </p>
      <Code
        title="Ask again, and get nothing when nothing is new"
        parts={[
          `curl '${URL}/api/dashboard' \\\n  -H "Authorization: Bearer $EMBERKIN_TOKEN" \\\n  -H 'If-None-Match: W/"3fYq0mT1xk2bZs8c"'`,
        ]}
      />
    </Prose>
  );
}

function Repeats() {
  return (
    <Prose id="repeats" title="Sending twice without doing it twice">
      <p>
        Networks break in the middle of things. Then you can't know whether a request arrived, and you want to send it
        again.
      </p>
      <ul>
        <li>
          <strong>Check-ins</strong> take a <Inline>client_id</Inline>, a UUID that you create once for each check-in.
          However often you send it, there's one check-in, and every answer is about that one.
        </li>
        <li>
          <strong>Every other POST that creates something</strong> takes the header <Inline>Idempotency-Key</Inline>, 1
          to {IDEMPOTENCY_KEY_MAX} visible ASCII characters: missions, comments, invitations, webhooks, tokens, check-in
          keys, breaks, reports, nudges and push devices. For {IDEMPOTENCY_HOURS} hours the same key gets the first
          answer again, with <Inline>Idempotency-Replayed: true</Inline>. The same key with another body is a 422{' '}
          <Inline>idempotency_key_reused</Inline>. Failures aren't stored: after one, the same key tries again.
        </li>
        <li>
          <strong>The rest of the POSTs</strong> answer the header with a 400 <Inline>idempotency_key_unused</Inline>,
          so that you don't rely on what isn't there. Say with <Inline>active</Inline> whether a reaction should be
          there; joining or accepting a second time is an error that changes nothing.
        </li>
        <li>
          <strong>GET, PUT, PATCH and DELETE</strong> can be repeated as they are. A second DELETE finds nothing and is
          a 404. A photo that you send again with <Inline>PUT</Inline> counts again towards the limit of photos a day.
        </li>
      </ul>
      <Code
        title="A comment that is written once"
        parts={[
          `curl '${URL}/api/checkins/CHECKIN_ID/comments' \\\n  -H "Authorization: Bearer $EMBERKIN_TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -H 'Idempotency-Key: 2026-11-21-well-done' \\\n  -d '{"content": "Well done!"}'`,
        ]}
      />
    </Prose>
  );
}

function Compression() {
  return (
    <Prose id="compression" title="Compression">
      <p>
        JSON over 1,024 bytes comes as brotli or gzip if you send <Inline>Accept-Encoding</Inline>; with curl that's{' '}
        <Inline>--compressed</Inline>. Answers with a secret in them, streams and downloads stay as they are.
      </p>
    </Prose>
  );
}

function Cors() {
  return (
    <Prose id="cors" title="Pages of other sites (CORS)">
      <p>
        A page on another site can call the API from the browser only if the operator of this server allows it in{' '}
        <Inline>CORS_ORIGINS</Inline>. It works for the calls that tokens open, with a token in{' '}
        <Inline>Authorization</Inline>; cookies and sessions are never accepted from another site. A token in a web page
        can be read by everyone who can open that page, so keep this for pages of your own.
      </p>
    </Prose>
  );
}

function Versions() {
  return (
    <Prose id="versions" title="Versions and deprecation">
      <p>
        There's one version, and it only grows: what you send and read stays, and answers can gain fields. What changed
        when is under <To href="/docs/api/changes">Changes</To>; the number of the newest entry is the version of the
        OpenAPI document.
      </p>
      <p>
        If a call ever has to go, it says so at least 12 months before: <Inline>deprecated</Inline> in the document, and
        in its answers the headers <Inline>Deprecation</Inline> (RFC 9745), <Inline>Sunset</Inline> (RFC 8594) and{' '}
        <Inline>Link</Inline>, which leads to the entry about it under Changes. Log them, and you'll never be surprised.
      </p>
    </Prose>
  );
}

export const CONVENTIONS = [
  { id: 'errors', title: 'Errors', Content: Errors },
  { id: 'rates', title: 'Rate limits', Content: Rates },
  { id: 'paging', title: 'Paging', Content: Paging },
  { id: 'etags', title: 'ETags', Content: Tags },
  { id: 'repeats', title: 'Sending twice', Content: Repeats },
  { id: 'compression', title: 'Compression', Content: Compression },
  { id: 'cors', title: 'CORS', Content: Cors },
  { id: 'versions', title: 'Versions', Content: Versions },
] as const;
