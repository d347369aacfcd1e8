import * as z from 'zod/mini';
import { dueTimes, isSendable, reminderEnd } from '#domain/reminders.ts';
import { REMINDER_RETENTION_DAYS } from '#domain/retention.ts';
import { isClockDoubted } from '#platform/db/server-facts.ts';
import { defineJob, defineRecurring, restAfterBatch } from '#platform/jobs/job.ts';
import { MAIL_TRIES } from '#platform/jobs/retries.ts';
import { daysBefore, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { messageIdOf } from '#platform/mail/mail.ts';
import { dueTodayOf } from '../../../facts/due.ts';
import { memberStreakAt } from '../../../facts/streaks.ts';
import { translateTo } from '../../../facts/users.ts';
import { layout } from '../../../mails/layout.ts';
import { checkinPath, unsubscribeHeaders, unsubscribePath } from '../../../mails/mail-links.ts';
import { listZones } from '../../../services/profile/public.ts';
import { languageOfMessage, listLiveDevices, sendPush } from '../../../services/push/public.ts';
import { reminderLine, reminderMail, reminderTitle } from './mails.ts';
import * as queries from './queries.ts';

const BATCH = 1000;

/** Sends one reminder. Not sent if the member checked in or switched it off in the meantime. */
export const sendReminder = defineJob({
  name: 'send-reminder',
  schema: z.object({ send_id: z.string() }),
  retry: { tries: MAIL_TRIES },
  // Enough for the two connections of mail over SMTP; more would only slow requests down.
  parallel: 3,
  handle: async ({ send_id }, { db, mail, signatures, clock, config, job_id }) => {
    const now = clock.now();
    const send = await queries.findOpenSend(db, config, send_id);
    if (!send || !isSendable(new Date(send.due_at), send.timezone, now)) return;
    const { user_id, mission_id } = send;
    const { week, needed_today } = dueTodayOf(send, send, now);
    const facts = { ...send, week, needed_today, streak_days: memberStreakAt(send, send, now) };
    const checkin_path = checkinPath(signatures, send.id);
    const t = translateTo(send);
    if (send.channel === 'push') {
      const message = {
        title: reminderTitle(t, facts),
        body: reminderLine(t, facts),
        path: `/mission/${mission_id}#checkin`,
        tag: `reminder-${mission_id}`,
        checkin_path,
        checkin_label: t('server.push.check_in'),
        ...languageOfMessage(t),
      };
      const until = reminderEnd(new Date(send.due_at), send.timezone, now).toISOString();
      const devices = await listLiveDevices(db, user_id, now);
      const payloads = devices.map((subscription_id) => ({ subscription_id, message, until }));
      await db.transact((tx) => tx.enqueueAll(sendPush, payloads));
      return;
    }
    const off = config.public_url + unsubscribePath(signatures, { kind: 'reminder', user_id, mission_id });
    const parts = reminderMail(t, {
      ...facts,
      url: config.public_url + checkin_path,
      settings_url: `${config.public_url}/settings`,
      unsubscribe_url: off,
    });
    const message_id = messageIdOf(job_id, config.public_url);
    await mail.send({ to: send.email, ...layout(t, parts, config), headers: unsubscribeHeaders(off), message_id });
  },
});

/** Looks every minute for due reminders, in a few statements for all of them, and deletes old ones. */
export const remind = defineRecurring({
  name: 'remind',
  every_s: MINUTE_MS / SECOND_MS,
  handle: async ({ db, clock, config, signal }) => {
    const now = clock.now();
    const due = (await listZones(db)).flatMap((zone) => dueTimes(zone, now).map((time) => ({ ...time, zone })));
    for (let full = due.length > 0; full && !signal.aborted; ) {
      const ids = await db.transact(async (tx) => {
        const claimed = await queries.claimDue(tx, config, due, BATCH, now);
        const payloads = claimed.map((send_id) => ({ send_id }));
        await tx.enqueueAll(sendReminder, payloads);
        return claimed;
      });
      full = ids.length === BATCH;
      if (full) await restAfterBatch();
    }
    if (!(await isClockDoubted(db, now))) await queries.forgetSends(db, daysBefore(now, REMINDER_RETENTION_DAYS));
  },
});
