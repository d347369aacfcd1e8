import {
  INVITATIONS_A_DAY_FREE,
  INVITATIONS_A_DAY_PAID,
  INVITATIONS_A_DAY_TO_ADDRESS,
  PHOTOS_A_DAY,
  WRONG_PASSWORDS_PER_HOUR,
} from '#domain/limits.ts';

/** The subject of each family of calls, by the first part of its paths. */
export const TAGS: Record<string, string> = {
  admin: 'What the operator of this server does.',
  auth: 'Accounts, sign-in, profile and sessions.',
  'checkin-keys': 'Secret links that check in with one request.',
  checkins: 'Check-ins with their words, photos, comments and reactions.',
  comments: 'Comments under check-ins.',
  dashboard: 'All that the home screen shows.',
  imports: 'Days that you brought from other trackers.',
  insights: 'Check-in times, trends and the health of missions.',
  invitations: 'Invitations to missions by email.',
  join: 'Joining a mission by its invitation code.',
  key: 'Checking in with a secret link.',
  live: 'Hints of what changed, the moment it does.',
  me: 'The account and the token that you call with.',
  missions: 'Missions, their members and their results.',
  notifications: 'The bell.',
  'one-tap': 'Check-in links in reminders.',
  pauses: 'Breaks: no check-ins are due on their days.',
  payments: 'Plans and payments.',
  push: 'Devices that receive push messages.',
  reminders: 'Reminders of check-ins.',
  settings: 'Which messages you get.',
  site: "This server's setup.",
  streak: 'Your streak, day by day.',
  today: 'Who has not checked in today, and what others posted.',
  tokens: 'API tokens.',
  unsubscribe: 'Links that stop emails.',
  users: 'People you have blocked.',
  webhooks: 'Addresses that get events, and what was sent to them.',
};

export const PATH_PARAMETERS: Record<string, string> = {
  'checkin-keys/{id}': 'The id of the check-in key.',
  'checkins/{id}': 'The id of the check-in.',
  'cohosts/{userId}': 'The id of the member.',
  'comments/{id}': 'The id of the comment.',
  'imports/{id}': 'The id of the import.',
  'invitations/{id}': 'The id of the invitation: its key, or for one that you sent, its id in the list of sent ones.',
  'join/{code}': 'The invitation code, in upper or lower case.',
  'deliveries/{deliveryId}': 'The id of the delivery.',
  'key/{key}': 'The secret at the end of the link.',
  'members/{userId}': 'The id of the member.',
  'missions/{id}': 'The id of the mission.',
  'notifications/{id}': 'The id of the notification.',
  'one-tap/{token}': 'The token at the end of the link.',
  'pauses/{id}': 'The id of the break.',
  'reports/{id}': 'The id of the report.',
  'sessions/{id}': 'The id of the session.',
  'status/{sessionId}': 'The id of the checkout, as the provider gave it.',
  'subscriptions/{id}': 'The id of the device.',
  'tokens/{id}': 'The id of the API token.',
  'unsubscribe/{token}': 'The token at the end of the link.',
  'users/{id}': 'The id of the person.',
  'webhooks/{id}': 'The id of the webhook.',
};

export const FILES: Record<string, string> = {
  avatar: 'The picture: JPEG, PNG, WebP or HEIC, at most 10 MB and 50 megapixels.',
  file: 'The export: a file of Loop, HabitTrove, Table Habit or Habitica, or a table (CSV), at most 10 MB.',
  photo: 'The photo: JPEG, PNG, WebP or HEIC, at most 15 MB and 50 megapixels.',
};

const PHOTOS = `You can send ${PHOTOS_A_DAY} photos of check-ins in 24 hours, including those of edits.`;

/** Details of a call beyond its summary, by the call's name. */
export const ABOUT: Record<string, string> = {
  createCheckin: `A mission takes one check-in a day, by your calendar. Send a photo as \`multipart/form-data\`; everything else can be JSON. Send a \`client_id\` of your own with anything that you may have to send again. ${PHOTOS}`,
  changeAmount:
    'Send either `add` or `amount`: `add` counts each time, so send a `client_id` with it; `amount` is harmless to repeat.',
  updateCheckin: `Send a new photo as \`multipart/form-data\`; everything else can be JSON. ${PHOTOS}`,
  login: `After ${WRONG_PASSWORDS_PER_HOUR} wrong passwords for an email in an hour, networks from which its account has never signed in get one try a second.`,
  setCheckinPhoto: PHOTOS,
  createMission: 'You own the mission, so its days follow your timezone.',
  updateMission: 'Fields that you leave out become empty where they can be.',
  patchMission: 'Fields that you leave out stay as they are.',
  listMissions: 'A page with fewer than `limit` rows is the last.',
  getQuilt:
    'Days are counted from the first day of the mission, which is 0; the highest bit of a digit is the earliest.',
  toggleReaction: 'With `active` you say what should be true afterwards, and can repeat the request.',
  createComment: 'Send a `client_id` of your own with anything that you may have to send again.',
  openLive:
    'Events only say what changed: fetch it again. A stream ends with `goodbye`; open the next one at once, unless `reconnect` is false.',
  getMe: 'A good first call: it says whose token it is, and what it can do.',
  createImports:
    'All habits of the file are stored, or none. A table has the columns `date` and `habit`, and can have `value`. Only you see these days, and they count for nothing.',
  exportData:
    'A ZIP with JSON, CSV and all photos. With an API token it holds what tokens open, and only the webhooks that the token created, with their scheme and host alone.',
  listCheckins: 'For the next page send the id of the last row as `before`.',
  listDeletedCheckins:
    'If you get 1,000 rows, ask again with the last `deleted_at` as `since`. To catch up, send the `Date` of the previous answer, minus five minutes: it may lack what was being deleted at that moment. The same ids can come again. Check-ins of people you have blocked are left out.',
  listOwnCheckins:
    'A page with fewer than `limit` rows is the last; for the next one send the id of the last row as `before`.',
  listComments: 'For the next page send the id of the last row as `after`.',
  createToken: 'Store it: the server knows only its hash.',
  createInvitation: `It is valid for a limited time and can be withdrawn until it is accepted. In 24 hours you can send ${INVITATIONS_A_DAY_FREE}, or ${INVITATIONS_A_DAY_PAID} on a paid plan or where there are no plans, and one address can be invited to the same mission ${INVITATIONS_A_DAY_TO_ADDRESS} times.`,
  createWebhook:
    'Deliveries are signed according to Standard Webhooks. A token sees and changes only webhooks that it created.',
  checkInByKey: 'The key itself is the credential.',
  checkInByLink: 'The link itself is the credential.',
};
