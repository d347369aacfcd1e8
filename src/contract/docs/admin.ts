import * as admin from '../admin.ts';
import * as accounts from '../admin-accounts.ts';
import { describe } from './registry.ts';

const link = {
  url: 'The link that sets a password, once; no other answer contains it.',
  expires_at: 'Until when it holds.',
} as const;
describe(accounts.createUser.body, {
  fields: { name: 'The name that others see.', email: 'The address of the new account, in any case.' },
});
describe(accounts.createUser.response, { fields: { ...link, id: 'The id of the new account.' } });
describe(accounts.createResetLink.response, { fields: link });

describe(admin.adminLogin.body, { fields: { username: "The operator's name.", password: "The operator's password." } });
describe(admin.adminLogin.response, {
  fields: {
    access_token: "The session's token, for the header Authorization.",
    username: "The operator's name.",
    expires_at: 'When the session ends.',
  },
});
describe(admin.AdminStats, {
  id: 'AdminStats',
  is: 'The numbers of the stat tiles.',
  fields: {
    total_users: 'All accounts.',
    pro_users: 'Those with a paid plan.',
    free_users: 'Those without one.',
    active_missions: 'Missions whose days go on.',
    total_missions: 'All missions.',
    total_checkins: 'All check-ins.',
    users_this_week: 'Accounts made in the last 7 times 24 hours.',
    missions_this_week: 'Missions made in the last 7 times 24 hours.',
    missions_ending: 'Active missions that end in this calendar month.',
    checkins_today: 'Check-ins of this day in UTC.',
    photos: {
      is: 'What the operator has to know about the stored photos.',
      fields: {
        place: 'Whose the place for photos is: `own`, `foreign` (nothing is removed there) or `undecided`.',
        held: {
          is: 'The daily sweep, when it would move too many photos and waits for the operator; null otherwise.',
          fields: { orphans: 'How many it would move.', pictures: 'How many there are in all.' },
        },
      },
    },
  },
});
describe(admin.AdminUser, {
  id: 'AdminUser',
  is: 'An account as the operator sees it.',
  fields: {
    id: 'The id of the user.',
    name: 'The name.',
    email: { is: 'The address.', json: { format: 'email' } },
    avatar_url: 'The path of the picture; null without one.',
    subscription_tier: 'What the account may do now.',
    subscription_plan: 'The plan; null on Free.',
    level: 'The level.',
    points: 'All points.',
    streak_days: 'The days of the current streak.',
    timezone: 'The time zone.',
    profile_completed: 'Whether the profile was ever saved.',
    missions_count: 'How many missions the user is in.',
    checkins_count: 'How many check-ins the user made.',
    created_at: 'When the account was made.',
    last_used_at: 'When it was used last; null if never.',
    suspended_at: 'When it was suspended; null if it is not.',
  },
});
const total = 'How many rows there are in all.';
const search = 'A part of what is listed, or a whole id.';
const order = 'Whether the smallest or the largest comes first.';
const page = { limit: 'How many rows at most.', page: 'Which page, from 1.' } as const;
const sort = 'What to sort by.';
describe(admin.adminUsers.query, { fields: { q: search, order, sort, ...page } });
describe(admin.adminMissions.query, { fields: { q: search, order, sort, ...page } });
describe(admin.adminTransactions.query, { fields: { q: search, order, sort, ...page } });
describe(admin.exportUsers.query, { fields: { q: search, order, sort } });
describe(admin.exportMissions.query, { fields: { q: search, order, sort } });
describe(admin.exportTransactions.query, { fields: { q: search, order, sort } });
describe(admin.adminReports.query, { fields: { status: 'Which reports.', ...page } });
describe(admin.auditLog.query, { fields: page });
describe(admin.adminUsers.response, { fields: { users: 'The accounts.', total } });
describe(admin.adminMissions.response, { fields: { missions: 'The missions.', total } });
describe(admin.adminTransactions.response, { fields: { transactions: 'The purchases.', total } });
describe(admin.adminReports.response, { fields: { reports: 'The reports.', total } });
describe(admin.auditLog.response, { fields: { entries: 'The entries.', total } });

describe(admin.AdminMission, {
  id: 'AdminMission',
  is: 'A mission as the operator sees it.',
  fields: {
    id: 'The id of the mission.',
    title: 'The title.',
    owner_id: 'The id of the owner.',
    owner_name: 'The name of the owner.',
    owner_email: { is: 'The address of the owner; null once that account is deleted.', json: { format: 'email' } },
    state: 'Whether its days go on, are over, or were completed.',
    is_active: 'Whether it is not completed.',
    duration_days: 'How many days it lasts.',
    start_date: 'The beginning of its first day.',
    end_date: 'The end of its last day.',
    first_day: 'Its first day, in its time zone.',
    last_day: 'Its last day, in its time zone.',
    created_at: 'When it was created.',
    member_count: 'How many members there are.',
    checkins_count: 'How many check-ins there are.',
  },
});
describe(admin.AdminTransaction, {
  id: 'AdminTransaction',
  is: 'A purchase, from the moment its checkout was opened.',
  fields: {
    id: 'The id of the purchase.',
    user_email: { is: 'The address of the buyer; null once the account is deleted.', json: { format: 'email' } },
    user_name: 'The name of the buyer; null once the account is deleted.',
    plan_type: 'The plan.',
    amount: 'In cents of `currency`.',
    currency: 'The currency, by its code of three letters.',
    payment_status: 'Whether it was paid.',
    created_at: 'When the checkout was opened.',
  },
});
describe(admin.suspendUser.body, { fields: { reason: 'Why, for the audit log; null or left out for none.' } });
describe(admin.hideReported.body, { fields: { reason: 'Why, for the author and the audit log.' } });
describe(admin.adminCharts.response, {
  fields: {
    days: {
      is: 'The last 90 days in UTC, oldest first.',
      fields: {
        day: 'The day.',
        sign_ups: 'Accounts made.',
        checkins: 'Check-ins made.',
        revenue: 'Paid invoices less refunds, in cents.',
      },
    },
  },
});
for (const { response } of [admin.exportUsers, admin.exportMissions, admin.exportTransactions])
  describe(response, {
    fields: {
      filename: 'A name to save it by.',
      csv: 'The file.',
      rows: 'How many rows it has.',
      total: 'How many there are; a file has a largest size.',
    },
  });
describe(admin.AdminReport, {
  id: 'AdminReport',
  is: 'A report of a check-in or a comment, as the operator sees it.',
  fields: {
    id: 'The id of the report.',
    kind: 'What was reported.',
    content: 'The text at the time of the report; empty for a tick, or a photo without text.',
    photo_url: 'The small photo as it is now; null without one.',
    reason: 'Why it was reported.',
    status: 'What became of it.',
    created_at: 'When it was reported.',
    resolved_at: 'When it was settled; null while it is open.',
    reporter: { is: 'Who reported it.', fields: { id: 'The id of the person.', name: 'The name of the person.' } },
    author: {
      is: 'Who wrote it.',
      fields: {
        id: 'The id of the person.',
        name: 'The name of the person.',
        suspended_at: 'When the account was suspended; null if it is not.',
        is_deleted: 'Whether the account is deleted.',
      },
    },
    mission_title: 'The title of the mission; null once it is deleted.',
    open_count: 'Open reports of the same post, with this one.',
    is_there: 'False once the post was deleted.',
  },
});
describe(admin.AuditEntry, {
  id: 'AuditEntry',
  is: 'Something that the operator did.',
  fields: {
    id: 'The id of the entry.',
    at: 'When it was done.',
    admin: 'Who did it.',
    action: 'What was done.',
    target_id: { is: 'The id of what it was done to; null without one.', json: {} },
    target: 'What it was done to: a title, or the current name of an account; null without one.',
    note: 'What was noted with it; may be empty.',
  },
});
