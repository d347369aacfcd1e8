import { saveReminder } from '#contract/reminders.ts';
import type { ReminderTime } from '#domain/reminders.ts';
import { remind } from '../../features/reminders/send/jobs.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

/** Sets a person's reminder for a mission at an hour or a quarter of one, by mail unless given otherwise. */
export async function buildReminder(
  t: TestApp,
  person: TestUser,
  missionId: string,
  time: number | ReminderTime,
  channel: 'email' | 'push' = 'email',
): Promise<void> {
  await succeed(t, saveReminder, {
    token: person.token,
    params: { id: missionId },
    body: { ...(typeof time === 'number' ? { hour: time } : time), channel, is_on: true },
  });
}

/** Runs the job that looks for due reminders, and everything that follows from it. */
export async function runReminderJob(t: TestApp): Promise<void> {
  await t.db.transact((tx) => tx.enqueue(remind, {}));
  await t.queue.drain();
}
