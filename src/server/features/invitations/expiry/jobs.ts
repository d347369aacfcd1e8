import { INVITATION_MAIL_DAYS } from '#domain/limits.ts';
import { INVITEE_RETENTION_DAYS } from '#domain/retention.ts';
import { defineRecurring } from '#platform/jobs/job.ts';
import { DAY_MS, daysBefore, SECOND_MS } from '#platform/lib/durations.ts';
import { forgetInvitees } from '../inbox/queries.ts';
import { forgetMails } from '../quota/queries.ts';

const BATCH = 500;

/**
 * Erases addresses of invitations that were answered or expired 30 days ago, once a day. Also deletes records of mails
 * that no longer count.
 */
export const forgetOldInvitees = defineRecurring({
  name: 'forget-old-invitees',
  every_s: DAY_MS / SECOND_MS,
  needs_clock: true,
  handle: async ({ db, clock, signal }) => {
    await forgetMails(db, daysBefore(clock.now(), INVITATION_MAIL_DAYS));
    const before = daysBefore(clock.now(), INVITEE_RETENTION_DAYS);
    let forgotten = BATCH;
    while (forgotten === BATCH && !signal.aborted) forgotten = await forgetInvitees(db, before, BATCH);
  },
});
