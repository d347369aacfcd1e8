import { type Recipe, SERVER } from './recipe.ts';

const CALL = 'curl -sS --fail-with-body';
const TOKEN = '-H "Authorization: Bearer $EMBERKIN_TOKEN"';
const JSON_BODY = "-H 'Content-Type: application/json'";

/** Recipes for a terminal. The first one sets what the others use. */
export const CURL: readonly Recipe[] = [
  {
    id: 'curl-due',
    title: 'See what today needs',
    lead: 'Save your token in a variable, ask who you are, then list your missions. `needed_today` says whether a mission still needs a check-in from you today, `due_today` whether it would count one.',
    blocks: [
      { title: 'Once in each terminal', language: 'sh', text: 'export EMBERKIN_TOKEN=emb_...' },
      {
        title: 'You and your missions',
        language: 'sh',
        text: `${CALL} '${SERVER}/api/me' \\\n  ${TOKEN}\n${CALL} '${SERVER}/api/missions' \\\n  ${TOKEN}`,
      },
    ],
  },
  {
    id: 'curl-check-in',
    title: 'Check in with a line of text',
    lead: 'The id of the mission is the one that the list of missions shows. Leave `content` out and say `tick` for a check-in without words.',
    blocks: [
      { title: 'The mission', language: 'sh', text: 'export MISSION_ID=your-mission-id' },
      {
        title: 'Check in',
        language: 'sh',
        text: `${CALL} '${SERVER}/api/checkins' \\
  ${TOKEN} \\
  ${JSON_BODY} \\
  -d '{"mission_id": "'"$MISSION_ID"'", "type": "text", "content": "Ten pages before breakfast"}'`,
      },
    ],
    after: 'A second one on the same day is 400 `already_checked_in`.',
  },
  {
    id: 'curl-photo',
    title: 'Check in with a photo',
    lead: 'A photo is sent as a form. JPEG, PNG, WebP and HEIC are fine; we turn it upright and remove where it was taken.',
    blocks: [
      { title: 'The mission', language: 'sh', text: 'export MISSION_ID=your-mission-id' },
      {
        title: 'Check in',
        language: 'sh',
        text: `${CALL} '${SERVER}/api/checkins' \\
  ${TOKEN} \\
  -F "mission_id=$MISSION_ID" \\
  -F type=photo \\
  -F 'content=Sunrise run' \\
  -F photo=@photo.jpg`,
      },
    ],
  },
  {
    id: 'curl-mission',
    title: 'Start a mission, and only one',
    lead: 'The first day is `today` of your account, which can differ from that of your machine. With an `Idempotency-Key` you can send the second part again after a broken connection and still have one mission. For the next mission, set both variables again.',
    blocks: [
      {
        title: 'Once for each mission',
        language: 'sh',
        text: `export TODAY=$(${CALL} '${SERVER}/api/me' \\
  ${TOKEN} | sed 's/.*"today":"\\([0-9-]*\\)".*/\\1/')
export MISSION_KEY=$(uuidgen)`,
      },
      {
        title: 'Create a mission',
        language: 'sh',
        text: `${CALL} '${SERVER}/api/missions' \\
  ${TOKEN} \\
  ${JSON_BODY} \\
  -H "Idempotency-Key: $MISSION_KEY" \\
  -d '{
    "title": "Read 20 pages before bed",
    "description": "<p>Any book that is not work.</p>",
    "goal": "Finish two books together",
    "duration_days": 30,
    "start_date": "'"$TODAY"'"
  }'`,
      },
    ],
  },
  {
    id: 'curl-feed',
    title: 'Follow a feed without fetching it twice',
    lead: 'curl keeps the ETag in a file. As long as nothing has changed, the answer is an empty 304 and `feed.json` stays as it is.',
    blocks: [
      { title: 'The mission', language: 'sh', text: 'export MISSION_ID=your-mission-id' },
      {
        title: 'The newest check-ins',
        language: 'sh',
        text: `touch feed.etag
${CALL} "${SERVER}/api/missions/$MISSION_ID/checkins?limit=20" \\
  ${TOKEN} \\
  --compressed --etag-compare feed.etag --etag-save feed.etag -o feed.json`,
      },
    ],
  },
  {
    id: 'curl-webhook',
    title: 'Hear of check-ins',
    lead: 'Makes a webhook. Its answer holds the `secret` that signs every event; it is shown this once. How to check the signature is in the guide.',
    blocks: [
      {
        title: 'Create a webhook',
        language: 'sh',
        text: `${CALL} '${SERVER}/api/webhooks' \\
  ${TOKEN} \\
  ${JSON_BODY} \\
  -d '{"url": "https://example.com/hooks/emberkin", "events": ["checkin.created", "streak.at_risk"]}'`,
      },
    ],
  },
  {
    id: 'curl-key',
    title: 'Check in with a key',
    lead: "No token needed: make the link in the mission's menu under Check-in key. It can only tick, so it's the safest thing to put on a button.",
    blocks: [
      { title: 'The link', language: 'sh', text: `export EMBERKIN_KEY=${SERVER}/key/...` },
      { title: 'Check in', language: 'sh', text: `${CALL} -X POST "$EMBERKIN_KEY"` },
    ],
  },
];
