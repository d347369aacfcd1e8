/**
 * A sample body for each endpoint that API tokens may call and that has a body, for the API page; a test sends them
 * all. `MISSION_ID` and `USER_ID` stand for the reader's own ids; the document has those of `EXAMPLE_IDS`.
 */
export const EXAMPLES: Record<string, Record<string, unknown>> = {
  createMission: {
    title: 'Read 20 pages before bed',
    description: '<p>Any book that is not work.</p>',
    goal: 'Finish two books together',
    duration_days: 30,
    start_date: '2999-01-01',
    level_goal: 3,
    streak_goal: 24,
    reward_description: 'Dinner by the fire',
    schedule: { kind: 'weekly', times: 3 },
  },
  updateMission: {
    title: 'Read 30 pages before bed',
    description: '<p>Any book that is not work.</p>',
    goal: 'Finish three books together',
    duration_days: 30,
    start_date: '2999-01-01',
    level_goal: 3,
    streak_goal: 24,
    reward_description: null,
    schedule: { kind: 'weekdays', days: ['mon', 'wed', 'fri'] },
  },
  patchMission: { title: 'Read 25 pages before bed', reward_description: null },
  createCheckin: { mission_id: 'MISSION_ID', type: 'text', content: 'Page 120' },
  updateCheckin: { type: 'text', content: 'Page 121' },
  createComment: { content: 'Well done!' },
  toggleReaction: { reaction_type: 'love' },
  reportCheckin: { reason: 'This is an advertisement' },
  reportComment: { reason: 'This is an advertisement' },
  hideCheckin: { reason: 'Please keep to our habit' },
  createInvitation: { mission_id: 'MISSION_ID', invitee_email: 'friend@example.com', message: 'Join us!' },
  offerOwnership: { user_id: null },
  settleReward: { user_id: 'USER_ID', done: true },
  saveReminder: { hour: 20, channel: 'email', is_on: true, cue: 'After dinner' },
  muteMission: { muted: true },
  createWebhook: {
    url: 'https://hooks.example.com/emberkin',
    events: ['checkin.created', 'comment.created'],
    mission_id: 'MISSION_ID',
    description: 'Turns the lamp green',
  },
  updateWebhook: { events: ['checkin.created'], is_on: true },
};

/** The ids that stand in the document's examples, where an id has to be one. */
export const EXAMPLE_IDS = {
  MISSION_ID: '019aa5b0-5c7e-7a3d-9d0e-3b8f4f1f2a10',
  USER_ID: '019aa5b0-8d21-7c54-8a6b-5e2d7c9b0f43',
} as const;
