import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/reminders.ts';
import { fail, failField } from '#platform/http/errors.ts';
import { callerOf } from '#platform/http/rate-limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import { problem } from '#platform/i18n/problem.ts';
import type { Deps } from '../../../app/deps.ts';
import { openUnsubscribeLink, type Subscription } from '../../../mails/mail-links.ts';
import { endDigest, findSettings } from '../../../services/settings/public.ts';
import { isStopped, stopInvitations } from '../../invitations/public.ts';
import { requireMember } from '../../missions/access.ts';
import * as queries from './queries.ts';

export function reminderRoutes(serve: Serve, { db, signatures, live }: Deps): void {
  // The question is answered on all devices.
  const hintOwnScreens = (userId: string, missionId: string) =>
    live.hint({ user_ids: [userId], mission_id: missionId }, 'mission');

  serve(contract.listReminders, ({ user, now }) => queries.listReminders(db, user.id, now));

  serve(contract.saveReminder, requireMember, async ({ user, params, body, now }) => {
    const mission = await requireMember(db, user, params.id);
    if (body.days && mission.schedule_kind !== 'weekly') failField('days', problem('problems.weekly_days'));
    // A caller that does not know minutes means the full hour.
    const choice = { ...body, minute: body.minute ?? 0 };
    const stored = (await queries.replaceReminder(db, user.id, mission.id, choice, now)) ?? fail('mission_not_found');
    hintOwnScreens(user.id, mission.id);
    return { mission_id: mission.id, mission_title: mission.title, ...choice, ...stored };
  });

  serve(contract.dismissReminderQuestion, async ({ user, params, now }) => {
    const mission = await requireMember(db, user, params.id);
    await queries.closeQuestion(db, user.id, mission.id, now);
    hintOwnScreens(user.id, mission.id);
  });

  serve(contract.previewUnsubscribe, async ({ params }) => {
    const subscription = openUnsubscribeLink(signatures, params.token) ?? fail('link_unknown');
    if (subscription.kind === 'digest') {
      const { weekly_digest } = await findSettings(db, subscription.user_id);
      return { kind: 'digest' as const, mission_title: null, mission_id: null, is_on: weekly_digest };
    }
    if (subscription.kind === 'invitations') {
      const is_on = !(await isStopped(db, [subscription.address_hash]));
      return { kind: 'invitations' as const, mission_title: null, mission_id: null, is_on };
    }
    const reminder = await queries.findReminder(db, subscription.user_id, subscription.mission_id);
    return { kind: 'reminder' as const, ...(reminder ?? fail('link_unknown')) };
  });

  serve(contract.unsubscribe, async ({ params, now }) => {
    await end(db, openUnsubscribeLink(signatures, params.token) ?? fail('link_unknown'), now);
  });
}

async function end(db: Deps['db'], subscription: Subscription, now: Date): Promise<void> {
  switch (subscription.kind) {
    case 'digest':
      return endDigest(db, subscription.user_id);
    case 'invitations':
      return stopInvitations(db, subscription.address_hash, now);
    case 'reminder':
      return queries.endReminder(db, subscription.user_id, subscription.mission_id);
  }
}

/**
 * Accepts a POST to the page's path from mail programs that unsubscribe automatically (RFC 8058). Reads and ignores
 * their form, because the link contains everything.
 */
export function oneClickUnsubscribe(app: FastifyInstance, { db, signatures, limits, clock }: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      await limits.general(callerOf(request, reply));
      const subscription = openUnsubscribeLink(signatures, request.params.token) ?? fail('link_unknown');
      await end(db, subscription, clock.now());
      return reply.code(204).send();
    });
  });
}
