import { saveReminder } from '#contract/reminders.ts';
import type { ReminderTime } from '#domain/reminders.ts';
import { remind } from '../../features/reminders/send/jobs.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

/** Sets a user's reminder for a mission at an hour or a quarter hour, by email by default. */
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

/** Runs the job that finds due reminders, and all jobs that it enqueues. */
export async function runReminderJob(t: TestApp): Promise<void> {
  await t.db.transact((tx) => tx.enqueue(remind, {}));
  await t.queue.drain();
}
