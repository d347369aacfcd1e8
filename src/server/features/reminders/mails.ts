import { addDays } from '#domain/days.ts';
import { layout, unturned } from '../../adapters/mail/layout.ts';

interface StreakFacts {
  readonly day: string;
  readonly streak_days: number;
  readonly streak_last_day: string | null;
}

/** The sentence about the streak that ends without a check-in today; null when the streak does not reach yesterday. */
export function streakLine({ day, streak_days, streak_last_day }: StreakFacts): string | null {
  if (streak_days < 2 || streak_last_day !== addDays(day, -1)) return null;
  return `Today would be day ${streak_days + 1} of your streak.`;
}

interface ReminderMail extends StreakFacts {
  readonly name: string;
  readonly mission_title: string;
  /** All begin with PUBLIC_URL. */
  readonly url: string;
  readonly settings_url: string;
  readonly unsubscribe_url: string;
}

/** The mail of a reminder, with its check-in link. Text that users wrote is escaped. */
export function reminderMail(reminder: ReminderMail): { subject: string; html: string; text: string } {
  const mission = unturned(reminder.mission_title);
  const streak = streakLine(reminder);
  const parts = layout({
    title: 'The fire waits for you',
    preheader: streak ?? `${mission} is still open today.`,
    body: [
      `Hi ${unturned(reminder.name)},`,
      { heading: mission, facts: 'Not checked in yet today.' },
      ...(streak ? [streak] : []),
      'The button asks for one tap, and you are done. With a few words or a photo it counts more: open the mission for that.',
    ],
    action: { label: 'Check in for today', url: reminder.url },
    footer: [
      'You asked for this reminder. The link works once, for today.',
      { label: 'Stop reminding me of this mission', url: reminder.unsubscribe_url },
      { label: 'Choose another time', url: reminder.settings_url },
    ],
  });
  return { subject: `${mission}: still open today`, ...parts };
}
