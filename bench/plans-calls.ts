import { randomUUID } from 'node:crypto';
import * as account from '#contract/account.ts';
import * as admin from '#contract/admin.ts';
import * as adminAccounts from '#contract/admin-accounts.ts';
import * as adminReports from '#contract/admin-reports.ts';
import * as auth from '#contract/auth.ts';
import * as checkins from '#contract/checkins.ts';
import * as comments from '#contract/comments.ts';
import * as completion from '#contract/completion.ts';
import { getDashboard, getToday } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import * as invitations from '#contract/invitations.ts';
import * as members from '#contract/members.ts';
import * as missions from '#contract/missions.ts';
import * as missionsJoin from '#contract/missions-join.ts';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import * as missionsQuilt from '#contract/missions-quilt.ts';
import * as notifications from '#contract/notifications.ts';
import { updateProfile } from '#contract/profile.ts';
import { listPushSubscriptions } from '#contract/push.ts';
import * as reactions from '#contract/reactions.ts';
import * as reminders from '#contract/reminders.ts';
import * as safety from '#contract/safety.ts';
import * as settings from '#contract/settings.ts';
import { getStreak } from '#contract/streaks.ts';
import type { Answer, Endpoint } from '#platform/contract/endpoint.ts';
import { PASSWORD } from './dataset.ts';
import { OPERATOR_SIGN_IN } from './operator.ts';

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Counting or charting everything must read everything, so sequential scans are correct. */
  reads_all?: true;
}

/** Calls the server and collects the plans of the statements that it ran. */
export type Call = <E extends Endpoint>(endpoint: E, token: string, parts?: Parts) => Promise<Answer<E>>;

export interface Person {
  id: string;
  email: string;
  token: string;
}

export interface Team {
  mission_id: string;
  owner: Person;
  member: Person;
  other: Person;
}

export async function readAsMember(call: Call, { mission_id: id, owner, member }: Team): Promise<void> {
  const { token, email } = member;
  const params = { id };
  await call(auth.login, '', { body: { email, password: PASSWORD } });
  await call(auth.me, token);
  await call(getDashboard, token);
  await call(getToday, token);
  await call(missions.getMission, token, { params });
  await call(missionsQuilt.getQuilt, token, { params });
  const feed = await call(checkins.listCheckins, token, { params });
  await call(checkins.listCheckins, owner.token, { params, query: { before: feed.at(-1)!.id } });
  const since = feed.at(-1)!.created_at;
  await call(checkins.listCheckins, token, { params, query: { since } });
  await call(checkins.listDeletedCheckins, token, { params, query: { since } });
  const own = await call(checkins.listOwnCheckins, token);
  const { id: last, local_day } = own.checkins.at(-1)!;
  await call(checkins.listOwnCheckins, token, { query: { before: last, from: local_day, to: local_day, limit: '20' } });
  const bell = await call(notifications.listNotifications, token);
  const before = bell.notifications.at(-1)!.id;
  await call(notifications.listNotifications, token, { query: { limit: '20', before, since } });
  await call(invitations.listInvitations, token);
  await call(getStreak, token);
  await call(getStreak, token, { query: { mission_id: id } });
  await call(getInsights, token);
  await call(completion.getCompletion, token, { params, reads_all: true });
  await call(invitations.listMissionInvitations, owner.token, { params });
  await call(auth.listSessions, token);
  await call(settings.readSettings, token);
  await call(reminders.listReminders, token);
  await call(safety.listBlocks, token);
  await call(listPushSubscriptions, token);
}

/** Checks in and discusses the check-in. The member must not have checked in today. */
export async function checkInAndDiscuss(call: Call, { mission_id, owner, member, other }: Team): Promise<void> {
  const tick = { mission_id, type: 'tick', client_id: randomUUID() };
  const { checkin } = await call(checkins.createCheckin, member.token, { body: tick });
  const params = { id: checkin.id };
  await call(checkins.updateCheckin, member.token, { params, body: { type: 'text', content: 'It went well.' } });
  await call(reactions.toggleReaction, other.token, { params, body: { reaction_type: 'love' } });
  await call(reactions.listReactions, member.token, { params });
  const root = await call(comments.createComment, other.token, { params, body: { content: 'Well done' } });
  const answer = { content: 'Thank you', parent_comment_id: root.id, client_id: randomUUID() };
  const reply = await call(comments.createComment, member.token, { params, body: answer });
  await call(comments.listComments, other.token, { params });
  await call(comments.listComments, other.token, { params, query: { parent_comment_id: root.id } });
  await call(comments.listComments, other.token, { params, query: { after: root.id } });
  const { notifications: list } = await call(notifications.listNotifications, member.token);
  await call(notifications.markRead, member.token, { params: { id: list[0]!.id } });
  await call(notifications.markAllRead, member.token);
  await call(comments.deleteComment, member.token, { params: { id: reply.id } });
  const reason = { reason: 'Not for everybody' };
  await call(safety.reportCheckin, other.token, { params, body: reason });
  await call(checkins.hideCheckin, owner.token, { params, body: reason });
  await call(checkins.showCheckin, owner.token, { params });
}

export async function changeMission(call: Call, { mission_id: id, owner, member, other }: Team): Promise<void> {
  const params = { id };
  await call(members.nudgeMember, member.token, { params: { id, userId: other.id } });
  await call(safety.blockUser, member.token, { params: { id: other.id } });
  await call(safety.unblockUser, member.token, { params: { id: other.id } });
  const reminder = { hour: 12, channel: 'email', is_on: true };
  await call(reminders.saveReminder, member.token, { params, body: reminder });
  const { invitation_code: code } = await call(missionsJoin.generateInvitationCode, owner.token, { params });
  const letter = { mission_id: id, invitee_email: 'newcomer@example.com' };
  const sent = await call(invitations.createInvitation, owner.token, { body: letter });
  await call(invitations.withdrawInvitation, owner.token, { params: { id: sent.id } });
  await call(members.offerOwnership, owner.token, { params, body: { user_id: member.id } });
  await call(members.acceptOwnership, member.token, { params });
  await call(members.removeMember, member.token, { params: { id, userId: other.id } });
  await call(invitations.createInvitation, member.token, { body: { mission_id: id, invitee_email: other.email } });
  const inbox = await call(invitations.listInvitations, other.token);
  const key = { id: inbox.find((invitation) => invitation.mission_id === id)!.id };
  await call(invitations.previewInvitation, '', { params: key });
  await call(invitations.acceptInvitation, other.token, { params: key });
  await call(members.leaveMission, other.token, { params });
  await call(previewJoin, '', { params: { code } });
  await call(joinMission, other.token, { params: { code } });
  await call(members.leaveMission, other.token, { params });
  await call(updateProfile, member.token, { body: { name: 'Somebody', timezone: 'Europe/Berlin' } });
}

/** Creates and deletes a mission for someone below the mission limit. */
export async function createAndDelete(call: Call, { token }: Person): Promise<void> {
  const start_date = new Date().toISOString();
  const body = { title: 'New', description: 'New', goal: 'New', duration_days: 30, start_date };
  const { id } = await call(missions.createMission, token, { body });
  await call(missions.deleteMission, token, { params: { id } });
}

/** Completes a mission, which must have ended, and exports a member's data. */
export async function completeAndExport(call: Call, { mission_id: id, owner, member }: Team): Promise<void> {
  await call(completion.completeMission, owner.token, { params: { id }, reads_all: true });
  await call(completion.getCompletion, member.token, { params: { id }, reads_all: true });
  await call(getDashboard, member.token);
  await call(account.exportData, member.token);
}

export async function readAsOperator(call: Call): Promise<void> {
  const { access_token: token } = await call(admin.adminLogin, '', { body: OPERATOR_SIGN_IN });
  const all = { reads_all: true } as const;
  await call(admin.adminStats, token, all);
  await call(admin.adminCharts, token, all);
  await call(adminAccounts.adminUsers, token, all);
  await call(admin.adminMissions, token, all);
  await call(admin.adminTransactions, token);
  await call(adminReports.adminReports, token);
  await call(admin.auditLog, token);
}
