import type { Endpoint } from '#platform/contract/endpoint.ts';
import * as account from './account.ts';
import * as admin from './admin.ts';
import * as adminAccounts from './admin-accounts.ts';
import * as adminReports from './admin-reports.ts';
import * as amounts from './amounts.ts';
import * as apiTokens from './api-tokens.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as checkinKeys from './checkin-keys.ts';
import * as checkins from './checkins.ts';
import * as comments from './comments.ts';
import * as completion from './completion.ts';
import * as dashboard from './dashboard.ts';
import * as imports from './imports.ts';
import * as insights from './insights.ts';
import * as invitations from './invitations.ts';
import * as live from './live.ts';
import * as members from './members.ts';
import * as missions from './missions.ts';
import * as missionsJoin from './missions-join.ts';
import * as missionsOwnHabit from './missions-own-habit.ts';
import * as missionsQuilt from './missions-quilt.ts';
import * as notifications from './notifications.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as reactions from './reactions.ts';
import * as reminders from './reminders.ts';
import * as safety from './safety.ts';
import * as settings from './settings.ts';
import * as site from './site.ts';
import * as streaks from './streaks.ts';
import * as webhooks from './webhooks.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint by its name. The OpenAPI document is generated from them; a test asserts that each is served once. */
export const API: Record<string, Endpoint> = Object.fromEntries(
  [
    site,
    auth,
    profile,
    missions,
    missionsJoin,
    missionsOwnHabit,
    missionsQuilt,
    members,
    completion,
    invitations,
    checkins,
    amounts,
    checkinKeys,
    reactions,
    comments,
    streaks,
    dashboard,
    notifications,
    safety,
    live,
    billing,
    insights,
    apiTokens,
    webhooks,
    admin,
    adminAccounts,
    adminReports,
    push,
    settings,
    reminders,
    imports,
    account,
  ].flatMap((feature) => Object.entries(feature).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
);
