import * as z from 'zod/mini';
import { dayNumber } from '#domain/days.ts';
import { clockAt } from '#domain/life.ts';
import { type DueTime, dueTimes, isSendable, reminderEnd, wantsReminder } from '#domain/reminders.ts';
import { REMINDER_RETENTION_DAYS } from '#domain/retention.ts';
import { type MissionStanding, standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import { isClockDoubted } from '#platform/db/server-facts.ts';
import {
  defineJob,
  defineRecurring,
  findSafely,
  type JobContext,
  type JobRun,
  restAfterBatch,
} from '#platform/jobs/job.ts';
import { MAIL_TRIES } from '#platform/jobs/retries.ts';
import { daysBefore, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { messageIdOf } from '#platform/mail/mail.ts';
import { translateTo } from '../../../facts/users.ts';
import { readLife } from '../../../life/public.ts';
import { layout } from '../../../mails/layout.ts';
import { checkinPath, unsubscribeHeaders, unsubscribePath } from '../../../mails/mail-links.ts';
import { listZones } from '../../../services/profile/public.ts';
import { languageOfMessage, listLiveDevices, sendPush } from '../../../services/push/public.ts';
import { reminderLine, reminderMail, reminderTitle } from './mails.ts';
import * as queries from './queries.ts';
import { listWanted } from './read.ts';

/** The reminders that a statement lists and claims, and the lives computed at a time. */
const PAGE = 1000;
const CHUNK = 50;

/** Returns null if the reminder's day needs no check-in. */
async function findStanding(db: Queryable, send: queries.SendRow): Promise<MissionStanding | null> {
  const life = await readLife(db, send.user_id);
  const today = dayNumber(send.day);
  const clock = { ...clockAt(new Date(send.due_at), life.zone), today };
  const found = standing(life, clock).missions.get(send.mission_id);
  return found && wantsReminder(found, send.days, today) ? found : null;
}

/** Sends one reminder, unless the member has checked in or switched it off since. */
export const sendReminder = defineJob({
  name: 'send-reminder',
  schema: z.object({ send_id: z.string() }),
  retry: { tries: MAIL_TRIES },
  // Enough for the two SMTP connections; more would only slow requests down.
  parallel: 3,
  handle: async ({ send_id }, { db, mail, signatures, clock, config, job_id }) => {
    const now = clock.now();
    const send = await queries.findOpenSend(db, config, send_id);
    if (!send || !isSendable(new Date(send.due_at), send.timezone, now)) return;
    const { user_id, mission_id } = send;
    const found = await findStanding(db, send);
    if (!found) return;
    const week = found.week && { done: found.week.done, target: found.week.target };
    const facts = { ...send, week, needed_today: found.needed, streak_days: found.streak };
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

type DueTimes = readonly (DueTime & { zone: string })[];

/** Claims and queues due reminders, one page of users at a time. */
async function sendDue({ db, log, config, signal }: JobContext & JobRun, due: DueTimes, now: Date): Promise<void> {
  for (let after: string | null = null; ; await restAfterBatch()) {
    const page = await queries.listCandidates(db, config, due, { after, limit: PAGE });
    const wanted: queries.Candidate[] = [];
    // The server handles requests between the chunks.
    for (let at = 0; at < page.length; at += CHUNK)
      wanted.push(...(await findSafely(log, page.slice(at, at + CHUNK), (some) => listWanted(db, some, now))));
    if (wanted.length > 0)
      await db.transact(async (tx) => {
        const claimed = await queries.claimSends(tx, wanted, now);
        const payloads = claimed.map((send_id) => ({ send_id }));
        await tx.enqueueAll(sendReminder, payloads);
      });
    if (page.length < PAGE || signal.aborted) return;
    after = page.at(-1)!.user_id;
  }
}

/** Sends due reminders every minute, with a few statements for all of them, and deletes old reminders. */
export const remind = defineRecurring({
  name: 'remind',
  every_s: MINUTE_MS / SECOND_MS,
  handle: async (context) => {
    const { db, clock } = context;
    const now = clock.now();
    const due = (await listZones(db)).flatMap((zone) => dueTimes(zone, now).map((time) => ({ ...time, zone })));
    if (due.length > 0) await sendDue(context, due, now);
    if (!(await isClockDoubted(db, now))) await queries.forgetSends(db, daysBefore(now, REMINDER_RETENTION_DAYS));
  },
});
