import * as z from 'zod/mini';
import { addDays, dayOf } from '#domain/days.ts';
import { digestFigures, digestWeek } from '#domain/digest.ts';
import { REMINDER_RETENTION_DAYS } from '#domain/retention.ts';
import { defineRecurring, restAfterBatch } from '#platform/jobs/job.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { translateTo } from '../../facts/users.ts';
import { readLife } from '../../life/public.ts';
import { defineMailJob } from '../../mails/mail-job.ts';
import { unsubscribeHeaders, unsubscribePath } from '../../mails/mail-links.ts';
import { listZones } from '../../services/profile/public.ts';
import { digestMail } from './mails.ts';
import * as queries from './queries.ts';
import { toWeekRows, weekQuilt } from './view.ts';

const BATCH = 500;

/** Sends one weekly mail on its Monday, except to users without required days or check-ins. */
export const sendDigest = defineMailJob({
  name: 'send-digest',
  schema: z.object({ user_id: z.string(), week: z.string() }),
  parallel: 2,
  write: async ({ user_id, week }, { db, signatures, clock, config }) => {
    const reader = await queries.findReader(db, config, user_id, week);
    if (!reader || digestWeek(reader.timezone, clock.now()) !== week) return null;
    const figures = digestFigures(await readLife(db, user_id), week);
    if (figures.length === 0) return null;
    const rows = toWeekRows(figures, await queries.listDigestMissions(db, user_id, figures));
    const off = config.public_url + unsubscribePath(signatures, { kind: 'digest', user_id });
    const t = translateTo(reader);
    const parts = digestMail(t, {
      name: reader.name,
      rows,
      quilt: await weekQuilt(rows, t.language.direction),
      url: `${config.public_url}/dashboard`,
      unsubscribe_url: off,
    });
    return { to: reader.email, t, ...parts, headers: unsubscribeHeaders(off) };
  },
});

/** Queues the weekly mail every few minutes in zones where it is due. */
export const sendDigests = defineRecurring({
  name: 'send-digests',
  every_s: (5 * MINUTE_MS) / SECOND_MS,
  needs_clock: true,
  handle: async ({ db, clock, config, signal }) => {
    const now = clock.now();
    const due = (await listZones(db)).flatMap((zone) => {
      const week = digestWeek(zone, now);
      return week === null ? [] : [{ zone, week }];
    });
    for (let full = due.length > 0; full && !signal.aborted; ) {
      const claimed = await db.transact(async (tx) => {
        const rows = await queries.claimDigests(tx, config, due, BATCH);
        await tx.enqueueAll(sendDigest, rows);
        return rows.length;
      });
      full = claimed === BATCH;
      if (full) await restAfterBatch();
    }
    // Longer than a mail could still be sent in any zone, which is eight days after its week started.
    await queries.forgetDigests(db, addDays(dayOf(now, 'UTC'), -2 * REMINDER_RETENTION_DAYS));
  },
});
