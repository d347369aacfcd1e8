import { ONLY_IF, STAND_INS } from '#contract/api-docs.ts';
import {
  WEBHOOK_DELIVERIES_SHOWN,
  WEBHOOK_FIRST_TRY_SECONDS,
  WEBHOOK_PENDING_MAX,
  WEBHOOK_ROTATION_HOURS,
  WEBHOOK_TRY_SECONDS,
  WEBHOOKS_PER_USER,
} from '#domain/limits.ts';
import { LIVE_MINUTES_MAX, LIVE_STREAMS_PER_USER } from '#platform/lib/live-limits.ts';
import { Code, Inline } from '../code.tsx';
import { Prose } from '../layout.tsx';
import { To } from './beginning.tsx';

const EVENT = `POST /hooks/emberkin HTTP/1.1
content-type: application/json
webhook-id: 019aa5b0-0000-7000-8000-00000000000a
webhook-timestamp: 1795262400
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "id": "019aa5b0-0000-7000-8000-00000000000a",
  "type": "checkin.created",
  "timestamp": "2026-11-21T12:00:00.000Z",
  "data": {
    "mission": { "id": "019aa5b0-0000-7000-8000-00000000000b", "title": "Read 20 pages" },
    "user": { "id": "019aa5b0-0000-7000-8000-000000000001", "name": "Ana Lind" },
    "checkin": {
      "id": "019aa5b0-0000-7000-8000-00000000000c",
      "type": "text",
      "content": "Page 120",
      "local_day": "2026-11-21",
      "points_earned": 10,
      "performed_at": "2026-11-21T12:00:00.000Z",
      "created_at": "2026-11-21T12:00:00.000Z"
    }
  }
}`;

const VERIFY = `// npm install standardwebhooks
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.EMBERKIN_WEBHOOK_SECRET); // whsec_...
const seen = new Set();

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  let event;
  try {
    // The body exactly as it came: not parsed, not rebuilt.
    event = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  response.writeHead(204).end();
  if (seen.has(event.id)) return; // a second try of the same event
  seen.add(event.id);
  console.log(event.timestamp, event.type, event.data);
}).listen(8080);`;

function Webhooks() {
  return (
    <Prose id="webhooks" title="Webhooks">
      <p>
        A webhook tells your own program the moment something happens: we send a POST to an address that you choose. You
        can have {WEBHOOKS_PER_USER}, created under <To href="/connections#webhooks">Connections</To> or with{' '}
        <Inline>POST /api/webhooks</Inline>. One that a token created belongs to that token, and ends with it.
      </p>
      <Code title="What arrives" parts={[EVENT]} />
      <p>
        The events are <Inline>checkin.created</Inline>, <Inline>checkin.deleted</Inline>,{' '}
        <Inline>comment.created</Inline>, <Inline>reaction.created</Inline>, <Inline>member.joined</Inline>,{' '}
        <Inline>member.left</Inline>, <Inline>mission.started</Inline>, <Inline>mission.completed</Inline>,{' '}
        <Inline>nudge.received</Inline>, <Inline>streak.at_risk</Inline>, and <Inline>webhook.test</Inline>, which only
        you send. You hear about the missions that you're in, including what you do yourself, and never about people
        you've blocked. Pick the events, and one mission if you like.
      </p>
      <h3>Answer quickly</h3>
      <p>
        Any 2xx within {WEBHOOK_FIRST_TRY_SECONDS} seconds is good: answer first, work later. Redirects aren't followed.
        Otherwise we try again, 21 times over 3 days, with longer and longer pauses and {WEBHOOK_TRY_SECONDS} seconds
        for your answer. If none of them gets through, or you answer 410, the webhook is switched off and we send you an
        email. Events come one after the other, the next one once you've answered. When three tries in a row get no
        answer in time, the whole webhook waits: for 1 minute, then 5, then 30 each time, until you answer one. At most{' '}
        {WEBHOOK_PENDING_MAX} events wait for all your webhooks together: what comes beyond that is given up, with{' '}
        <Inline>too_many</Inline> as its error, and a test or a redelivery is 400 <Inline>too_many_deliveries</Inline>{' '}
        until something gets through.
      </p>
      <h3>Expect repeats, and any order</h3>
      <p>
        <Inline>webhook-id</Inline> is the id of the event, the same in every try: remember it to skip what you have
        seen. An event that had to be tried again comes later than ones that happened after it, so go by{' '}
        <Inline>timestamp</Inline>.
      </p>
      <h3>Check the signature</h3>
      <p>
        Anyone can send a POST to your address, so check that it's us. Signatures follow{' '}
        <To href="https://www.standardwebhooks.com/">Standard Webhooks</To>, which has libraries for most languages. By
        hand: HMAC-SHA256 over <Inline>{'{webhook-id}.{webhook-timestamp}.{body}'}</Inline> with the secret's bytes
        (what follows <Inline>whsec_</Inline>, in base64), compared with each <Inline>v1,</Inline> of{' '}
        <Inline>webhook-signature</Inline>; and refuse a timestamp that's more than 5 minutes off.
      </p>
      <Code title="A receiver in Node.js" parts={[VERIFY]} />
      <p>
        We show the secret once, when the webhook is created. <Inline>{'POST /api/webhooks/{id}/rotate-secret'}</Inline>{' '}
        creates another one; for {WEBHOOK_ROTATION_HOURS} hours both sign, so you can change it without missing
        anything. A delivery with the error <Inline>secret</Inline> couldn't be signed, because this server can't read
        the secret any more: get a new one.
      </p>
      <h3>While you build</h3>
      <p>
        <Inline>{'POST /api/webhooks/{id}/test'}</Inline> sends a <Inline>webhook.test</Inline>.{' '}
        <Inline>{'GET /api/webhooks/{id}/deliveries'}</Inline> lists the last {WEBHOOK_DELIVERIES_SHOWN} with status,
        error and body, and <Inline>redeliver</Inline> sends one of them again. Addresses are https and public; the
        operator of this server can allow hosts and networks at home in <Inline>WEBHOOK_ALLOW</Inline>.
      </p>
      <p {...{ [ONLY_IF]: 'plans' }}>
        Webhooks come with PREMIUM, as tokens do. While your plan is another one, events are neither stored nor sent.
      </p>
    </Prose>
  );
}

function Live() {
  return (
    <Prose id="live" title="Live hints">
      <p>
        A screen that stays open can listen to <Inline>GET /api/live</Inline>, a stream of server-sent events that a
        token with the scope read opens. A hint says what changed and never what it is now: fetch what you show. All
        tokens of a user together can have {LIVE_STREAMS_PER_USER} streams; one more ends the oldest. A stream ends
        after {LIVE_MINUTES_MAX * 0.8} to {LIVE_MINUTES_MAX} minutes. Its last event is <Inline>goodbye</Inline>:
        connect again at once, unless its <Inline>reconnect</Inline> is false, because then a newer stream of yours has
        taken its place. Hints that you miss meanwhile don't come again, so fetch everything once after each connection.
      </p>
    </Prose>
  );
}

function Keys() {
  return (
    <Prose id="keys" title="Check-in keys">
      <p>
        For an NFC tag, a button or a shortcut, a whole token would be too much. A check-in key is one secret link for
        one mission: anyone who sends a POST to it ticks today for you, once a day, and can do nothing else. It's for
        everyone and needs no token.
      </p>
      <p>
        Create one in the mission's menu under Check-in key; creating it again replaces it, and your settings list all
        of them with Revoke. Opening the link in a browser shows a page with a button and changes nothing.
      </p>
      <Code title="Check in with a key" parts={[`curl -X POST '${STAND_INS.public_url}/key/YOUR_KEY'`]} />
      <Code
        title="Its answer"
        parts={[
          `{
  "mission_id": "019aa5b0-0000-7000-8000-00000000000b",
  "mission_title": "Read 20 pages",
  "day": "2026-11-21",
  "checked_in": "now",
  "mission_streak_days": 4
}`,
        ]}
      />
      <p>
        A second POST of the day says <Inline>"checked_in": "before"</Inline> and changes nothing.{' '}
        <Inline>{'GET /api/key/{key}'}</Inline> says whether you can check in today. An unknown or revoked link is 404{' '}
        <Inline>key_unknown</Inline>.
      </p>
    </Prose>
  );
}

export const WEBHOOKS = [
  { id: 'webhooks', title: 'Webhooks', Content: Webhooks },
  { id: 'live', title: 'Live hints', Content: Live },
  { id: 'keys', title: 'Check-in keys', Content: Keys },
] as const;
