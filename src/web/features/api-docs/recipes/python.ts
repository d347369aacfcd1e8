import { type Recipe, SERVER } from './recipe.ts';

const TICK = `"""Ticks every mission that needs it today. Needs Python 3.9 and nothing else."""
import json
import os
import time
import urllib.error
import urllib.request
import uuid

SERVER = "${SERVER}"
TOKEN = os.environ["EMBERKIN_TOKEN"]


class Refused(Exception):
    pass


def call(method, path, body=None):
    request = urllib.request.Request(
        SERVER + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
    )
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                failure = json.load(error)
                said = f"{failure['code']}: {failure['detail']}"
                # Without a good token nothing else will work either.
                raise SystemExit(said) if error.code in (401, 403) else Refused(said)
            time.sleep(int(error.headers.get("Retry-After", "5")))


for mission in call("GET", "/api/missions?limit=100"):
    if not mission["needed_today"]:
        continue
    # One id for each check-in: sent again, it is still the same one.
    checkin = {"mission_id": mission["id"], "type": "tick", "client_id": str(uuid.uuid4())}
    try:
        receipt = call("POST", "/api/checkins", checkin)
        print(f"{mission['title']}: {receipt['mission_streak_days']}-day streak")
    except Refused as reason:
        # Such as a check-in from elsewhere a moment ago: the other missions go on.
        print(f"{mission['title']}: {reason}")

print(f"Your streak: {call('GET', '/api/me')['streak_days']}")
`;

const RECEIVE = `"""Receives webhooks, and prints those that are really ours. Needs Python 3.9 and nothing else."""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["EMBERKIN_WEBHOOK_SECRET"].removeprefix("whsec_"))
PORT = int(os.environ.get("PORT", "8080"))
seen = set()


def is_signed(headers, body):
    event_id, sent_at = headers["webhook-id"] or "", headers["webhook-timestamp"] or ""
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{event_id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    # Two signatures while a secret is being replaced: one of them is enough.
    return any(hmac.compare_digest(expected, one) for one in (headers["webhook-signature"] or "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        good = is_signed(self.headers, body)
        # Answer first, work later: after 3 seconds we take it as failed.
        self.send_response(204 if good else 401)
        self.end_headers()
        event_id = self.headers["webhook-id"]
        if good and event_id not in seen:
            seen.add(event_id)
            event = json.loads(body)
            print(event["timestamp"], event["type"], json.dumps(event["data"]), flush=True)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", PORT), Receiver)
print(f"Listening on {PORT}", flush=True)
server.serve_forever()
`;

/** Programs of one file each, with what Python brings. */
export const PYTHON: readonly Recipe[] = [
  {
    id: 'python-tick',
    title: 'Tick everything that today needs',
    lead: 'For a scheduler or a script that already knows you did it. It waits when it is told to, and says what a mission refused.',
    steps: ['Create a token with the scope write and export it as `EMBERKIN_TOKEN`.', 'Run `python3 tick.py`.'],
    blocks: [{ title: 'tick.py', language: 'python', text: TICK }],
  },
  {
    id: 'python-webhook',
    title: 'Receive webhooks',
    lead: 'Checks each signature the way the guide says it, and skips what comes a second time.',
    steps: [
      'Create a webhook and export its secret as `EMBERKIN_WEBHOOK_SECRET`.',
      'Run `python3 receive.py` behind a proxy with https, and make its address that of the webhook.',
      'Send a test from the list of your webhooks.',
    ],
    blocks: [{ title: 'receive.py', language: 'python', text: RECEIVE }],
    after:
      'In place of `is_signed` you can use the package `standardwebhooks`: `Webhook(secret).verify(body, headers)`.',
  },
];
