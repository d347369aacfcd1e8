import { ONLY_IF, STAND_INS } from '#contract/api-docs.ts';
import { API_TOKEN_DAYS_MAX, API_TOKENS_PER_USER } from '#domain/limits.ts';
import { API_TOKEN_RETENTION_DAYS } from '#domain/retention.ts';
import { textLink } from '#web/kit/button.tsx';
import { Code, Inline } from '../code.tsx';
import { Prose } from '../layout.tsx';

const URL = STAND_INS.public_url;

/** A link to another place of the documentation. */
export const To = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className={textLink}>
    {children}
  </a>
);

const FIRST = `export EMBERKIN_TOKEN=emb_...
curl '${URL}/api/me' \\
  -H "Authorization: Bearer $EMBERKIN_TOKEN"`;

const ME = [
  `{
  "id": "019aa5b0-0000-7000-8000-000000000001",
  "name": "Ana Lind",
  "email": "ana@example.com",
  "avatar_url": null,
  "timezone": "Europe/Berlin",
  "points": 340,
  "level": 4,
  "streak_days": 12,
`,
  { only_if: 'plans', shown: '  "subscription_tier": "pro",\n  "subscription_plan": "premium_yearly",\n' },
  `  "today": "2026-11-21",
  "token": {
    "id": "019aa5b0-0000-7000-8000-000000000002",
    "name": "Watch shortcut",
    "scope": "read",
    "expires_at": "2027-02-19T08:00:00.000Z"
  }
}`,
] as const;

function GettingStarted() {
  return (
    <Prose id="getting-started" title="Getting started">
      <ol>
        <li>
          Create a token: <To href="/connections#tokens">API tokens</To>. Copy it right away, we show it once.
          <span {...{ [ONLY_IF]: 'plans' }}> API access comes with PREMIUM.</span>
        </li>
        <li>Put it in a variable of your terminal, then make your first call.</li>
      </ol>
      <Code title="First call" parts={[FIRST]} />
      <p>Requests and answers are JSON in UTF-8. If you see your own name, you're in:</p>
      <Code title="Its answer" parts={ME} />
      <p>
        Next, pick a recipe from the <To href="/docs/api/cookbook">cookbook</To>, or look a call up in the{' '}
        <To href="/docs/api/reference">reference</To>. If your program would rather read it itself, the whole API is an
        OpenAPI 3.1 document: <To href="/api/openapi.json">openapi.json</To>
      </p>
    </Prose>
  );
}

function Tokens() {
  return (
    <Prose id="tokens" title="Tokens and scopes">
      <p>
        A token is <Inline>emb_</Inline> and 43 characters. Send it with every request in the header{' '}
        <Inline>Authorization: Bearer emb_...</Inline>, never in an address. What a program does with it, it does as
        you.
      </p>
      <ul>
        <li>
          <Inline>read</Inline> opens GET calls. It can't see invitation codes or other people's email addresses. It can
          download an archive of what tokens open, with your check-ins and all your photos:{' '}
          <Inline>GET /api/auth/export</Inline>.
        </li>
        <li>
          <Inline>write</Inline> can also change things: check in, comment, create missions.
        </li>
      </ul>
      <p>
        A token lasts 1 to {API_TOKEN_DAYS_MAX} days, or until you revoke it. An expired one stays in your list for{' '}
        {API_TOKEN_RETENTION_DAYS} days so that you can tell what stopped. You can have {API_TOKENS_PER_USER} at a time;
        give each program its own, so that you can revoke one without touching the rest.
      </p>
      <p>Two answers tell you what's wrong with a token:</p>
      <ul>
        <li>
          <Inline>401</Inline> <Inline>not_signed_in</Inline>: we don't know it, it was revoked, or it has expired.
          Create another one; trying again won't help.
        </li>
        <li>
          <Inline>403</Inline>: we know it, and it can't make this call. <Inline>token_reads_only</Inline> asks for the
          scope write, <Inline>token_not_accepted</Inline> for a signed-in session.
          <span {...{ [ONLY_IF]: 'plans' }}>
            {' '}
            <Inline>api_access_needs_premium</Inline> says that your plan has changed. Your tokens work again once you
            upgrade.
          </span>
        </li>
      </ul>
      <p>
        Both come with <Inline>WWW-Authenticate</Inline>, as RFC 6750 says: <Inline>error="invalid_token"</Inline>, or{' '}
        <Inline>error="insufficient_scope", scope="write"</Inline>.
      </p>
    </Prose>
  );
}

function Limits() {
  return (
    <Prose id="not-with-tokens" title="What tokens can't do">
      <p>A leaked token must not cost you your account. So these calls need you, signed in with a browser:</p>
      <ul>
        <li>your email, password, profile, sessions and the account itself</li>
        <li>plans and payments</li>
        <li>creating and revoking tokens and check-in keys</li>
        <li>settings, breaks, blocking people and push messages to your devices</li>
      </ul>
      <p>
        The <To href="/docs/api/reference">reference</To> marks them with <Inline>session</Inline>. There's no OAuth
        yet: a program that serves many people asks each of them for a token of their own.
      </p>
    </Prose>
  );
}

function Values() {
  return (
    <Prose id="values" title="Ids, instants and days">
      <ul>
        <li>
          An <strong>id</strong> is a UUID such as <Inline>019aa5b0-0000-7000-8000-000000000001</Inline>. Send it in any
          case; we answer in lower case. An id that isn't yours to see is the same 404 as one that doesn't exist.
        </li>
        <li>
          An <strong>instant</strong> is ISO 8601. We answer in UTC with milliseconds,{' '}
          <Inline>2026-11-21T12:00:00.000Z</Inline>, and take <Inline>Z</Inline> or an offset, with or without seconds.
        </li>
        <li>
          A <strong>day</strong> is <Inline>2026-11-21</Inline> and nothing more: a square on someone's calendar. A
          check-in belongs to the day of the person who makes it, in their timezone. Use <Inline>today</Inline> of{' '}
          <Inline>GET /api/me</Inline> or of a mission; don't compute it from the clock of your machine.
        </li>
        <li>
          <strong>Text</strong> loses control characters and the space around it. Lengths count characters.
        </li>
        <li>
          Fields that you don't know can appear in an answer at any time: ignore them. Fields that we don't know are
          ignored in a body.
        </li>
      </ul>
    </Prose>
  );
}

export const BEGINNING = [
  { id: 'getting-started', title: 'Getting started', Content: GettingStarted },
  { id: 'tokens', title: 'Tokens and scopes', Content: Tokens },
  { id: 'not-with-tokens', title: "What tokens can't do", Content: Limits },
  { id: 'values', title: 'Ids, instants and days', Content: Values },
] as const;
