import { type Recipe, SERVER } from './recipe.ts';

/** For the app Shortcuts of iPhones, iPads and Macs. */
export const SHORTCUT: readonly Recipe[] = [
  {
    id: 'shortcut-tick',
    title: 'Check in with one tap, Siri or an NFC tag',
    lead: 'Uses a check-in key, so no token is on your phone.',
    steps: [
      "In Emberkin, open the mission's menu, choose Check-in key, make a link and copy it.",
      'In Shortcuts, add a shortcut and name it as you would say it: "Check in reading".',
      'Add the action Get Contents of URL. Paste the link as its URL, open the arrow, and set Method to POST. Leave the rest.',
      'Add Get Dictionary Value: get Value for `mission_streak_days` in Contents of URL.',
      'Add Show Notification with the text: You are in. Streak: Dictionary Value.',
      'For an NFC tag: under Automation, add a Personal Automation, choose NFC, scan the tag, pick Run Immediately, and run this shortcut.',
    ],
    blocks: [
      {
        title: 'What Contents of URL holds',
        language: 'json',
        text: `{
  "mission_id": "019aa5b0-0000-7000-8000-00000000000b",
  "mission_title": "Read 20 pages",
  "day": "2026-11-21",
  "checked_in": "now",
  "mission_streak_days": 4
}`,
      },
    ],
    after: 'Running it twice on one day is fine: `checked_in` says `before`, and nothing is added.',
  },
  {
    id: 'shortcut-text',
    title: 'Check in with dictated words',
    lead: 'Needs a token with the scope write. It stays inside this shortcut, so do not share the shortcut with anyone.',
    steps: [
      'Add Dictate Text, or Ask for Input with the type Text.',
      'Add Get Contents of URL with the URL below. Open the arrow: Method POST, Request Body JSON.',
      'Under Headers, add `Authorization` with the text `Bearer emb_...` (your token).',
      'Under Request Body, add three Text fields: `mission_id` with the id of the mission, `type` with `text`, `content` with Dictated Text.',
      'Add Get Dictionary Value: get Value for `detail` in Contents of URL. If it has any value, show it: it says what went wrong.',
    ],
    blocks: [{ title: 'URL', language: 'text', text: `${SERVER}/api/checkins` }],
  },
];
