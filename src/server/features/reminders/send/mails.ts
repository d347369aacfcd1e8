import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { layout, unturned } from '../../../adapters/mail/layout.ts';

/** What a reminder says, by mail and by push. */
export interface ReminderFacts {
  readonly mission_title: string;
  /** The member's own words for the moment. */
  readonly cue: string | null;
  /** The streak in the mission as of the reminder's day, which a check-in would lengthen. */
  readonly streak_days: number;
  /** Of times a week: how many of the week's check-ins are made. */
  readonly week: { readonly done: number; readonly target: number } | null;
  /** Without a check-in the day closes as missed. */
  readonly needed_today: boolean;
  /** No other one follows it until the member turns reminders on again. */
  readonly is_last: boolean;
}

const LAST = "We'll stop reminding you. Your place by the fire is here.";

/** The title of a push message, and with a cue the subject of a mail: `After dinner: Read`. */
export const reminderTitle = ({ cue, mission_title }: ReminderFacts): string =>
  cue === null ? mission_title : `${cue}: ${mission_title}`;

/** What a check-in would be for: the week, or the streak; null where there is neither. */
function reasonOf({ week, needed_today, streak_days }: ReminderFacts): string | null {
  if (week !== null) {
    const progress = `${week.done} of ${week.target} this week.`;
    return needed_today ? `${progress} Today keeps it.` : `One tap, or another day: ${progress}`;
  }
  return streak_days < 2 ? null : `Check in today for day ${streak_days + 1}.`;
}

const QUICKLY_DONE = "One tap and you're done.";

/** The one sentence of a push message: that it is the last, or what a check-in would be for. */
export const reminderLine = (facts: ReminderFacts): string =>
  facts.is_last ? LAST : (reasonOf(facts) ?? QUICKLY_DONE);

interface ReminderMail extends ReminderFacts {
  readonly name: string;
  /** All begin with PUBLIC_URL. */
  readonly url: string;
  readonly settings_url: string;
  readonly unsubscribe_url: string;
  readonly legal: LegalUrls;
}

/** The mail of a reminder, with its check-in link. Text that users wrote is escaped. */
export function reminderMail(reminder: ReminderMail): { subject: string; html: string; text: string } {
  const mission = unturned(reminder.mission_title);
  const reason = reasonOf(reminder);
  const parts = layout({
    title: `${mission} today?`,
    preheader: reminderLine(reminder),
    body: [
      `Hi ${unturned(reminder.name)},`,
      ...(reason === null ? [] : [reason]),
      ...(reminder.is_last ? [LAST] : []),
      `${QUICKLY_DONE} To add words or a photo, open the mission.`,
    ],
    action: { label: 'Check in for today', url: reminder.url },
    footer: [
      'You asked for this reminder. The link works once, until noon tomorrow.',
      ...(reminder.is_last ? [] : [{ label: 'Stop reminding me of this mission', url: reminder.unsubscribe_url }]),
      { label: 'Choose another time', url: reminder.settings_url },
    ],
    legal: reminder.legal,
  });
  const subject = reminder.cue === null ? `${mission} today?` : unturned(reminderTitle(reminder));
  return { subject, ...parts };
}
