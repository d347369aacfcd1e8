const MISSION = {
  title: 'Read 20 pages before bed',
  description: '<p>Any book that is not work.</p>',
  goal: 'Finish two books together',
  duration_days: 30,
  start_date: 'TODAY',
  level_goal: 3,
  streak_goal: 24,
  reward_description: 'Dinner by the fire',
  schedule: { kind: 'weekly', times: 3 },
};

/**
 * A sample JSON body for each call except the operator's, for the API page; a test sends them all. `MISSION_ID`,
 * `USER_ID` and `TODAY` are placeholders for the reader's values. The document uses `EXAMPLE_VALUES`.
 */
export const EXAMPLES: Record<string, Record<string, unknown>> = {
  createMission: { ...MISSION, patch: { motif: 'book', palette: 'ember', outline: 'round' } },
  updateMission: {
    ...MISSION,
    title: 'Read 30 pages before bed',
    goal: 'Finish three books together',
    reward_description: null,
    schedule: { kind: 'weekdays', days: ['mon', 'wed', 'fri'] },
  },
  patchMission: { title: 'Read 25 pages before bed', reward_description: null },
  createCheckin: { mission_id: 'MISSION_ID', type: 'text', content: 'Page 120' },
  updateCheckin: { type: 'text', content: 'Page 121' },
  changeAmount: { add: 12.5 },
  createComment: { content: 'Well done!' },
  toggleReaction: { reaction_type: 'love' },
  reportCheckin: { reason: 'This is an advertisement' },
  reportComment: { reason: 'This is an advertisement' },
  hideCheckin: { reason: 'Please keep to our habit' },
  createInvitation: { mission_id: 'MISSION_ID', invitee_email: 'friend@example.com', message: 'Join us!' },
  offerOwnership: { user_id: null },
  settleReward: { user_id: 'USER_ID', done: true },
  saveReminder: { hour: 20, minute: 30, channel: 'email', is_on: true, cue: 'After dinner' },
  muteMission: { muted: true },
  saveOwnHabit: { own_habit: 'Ten pages' },
  createWebhook: {
    url: 'https://hooks.example.com/emberkin',
    events: ['checkin.created', 'comment.created'],
    mission_id: 'MISSION_ID',
    description: 'Turns the lamp green',
  },
  updateWebhook: { events: ['checkin.created'], is_on: true },
  register: { name: 'Ana Lind', email: 'ana@example.com', password: 'a password of your own' },
  login: { email: 'ana@example.com', password: 'your password' },
  forgotPassword: { email: 'ana@example.com' },
  resetPassword: { token: 'the-token-of-the-link', new_password: 'another password' },
  verifyEmail: { token: 'the-token-of-the-link' },
  changeEmail: { email: 'ana.lind@example.com', password: 'your password' },
  changePassword: { current_password: 'your password', new_password: 'another password' },
  updateProfile: { name: 'Ana Lind', bio: 'I read before bed.', location: 'Berlin', timezone: 'Europe/Berlin' },
  patchProfile: { bio: 'I read before bed.', location: null },
  deleteAccount: { password: 'your password' },
  createToken: { name: 'Watch shortcut', scope: 'read', expires_in_days: 90 },
  createCheckinKey: { mission_id: 'MISSION_ID', name: 'Tag on the lamp' },
  createPause: { from_day: 'TODAY', to_day: 'TODAY', reason: 'ill' },
  createCheckout: { plan_type: 'premium_yearly' },
  switchPlan: { plan_type: 'premium_yearly' },
  createPushSubscription: {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/an-address',
    keys: {
      p256dh: 'BIZp7_cLM5PrJR68hdzwcLnj-7YuksGEynpQPnwCdKpMExe6rK3g1tkyty79VnZ7mkqhE6Y_C1bhVw6UOef3H1M',
      auth: '4vQK-SvRAN5eo-8ASlrwdQ',
    },
    name: 'Firefox on the desk',
  },
  saveSettings: { push_types: ['comment', 'nudge'], weekly_digest: true },
};

/** The document's values of the placeholders, in the formats that the schemas require. */
export const EXAMPLE_VALUES = {
  MISSION_ID: '019aa5b0-5c7e-7a3d-9d0e-3b8f4f1f2a10',
  USER_ID: '019aa5b0-8d21-7c54-8a6b-5e2d7c9b0f43',
  TODAY: '2026-11-21',
} as const;
