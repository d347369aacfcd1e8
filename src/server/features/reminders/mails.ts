import type { LegalUrls } from '../../adapters/legal-links.ts';
import { layout, unturned } from '../../adapters/mail/layout.ts';

/** What a reminder says, by mail and by push. */
export interface ReminderFacts {
  readonly mission_title: string;
  /** The member's own words for the moment. */
  readonly cue: string | null;
  /** The streak in the mission as of the reminder's day, which a check-in would lengthen. */
  readonly streak_days: number;
  /** No other one follows it until the member turns reminders on again. */
  readonly is_last: boolean;
}

const LAST = "We'll stop reminding you. Your place by the fire is here.";

/** The title of a push message, and with a cue the subject of a mail: `After dinner: Read`. */
export const reminderTitle = ({ cue, mission_title }: ReminderFacts): string =>
  cue === null ? mission_title : `${cue}: ${mission_title}`;

/** The one sentence of a reminder: that it is the last, or the streak that is at stake; null for neither. */
export function reminderLine({ is_last, streak_days }: ReminderFacts): string | null {
  if (is_last) return LAST;
  return streak_days < 2 ? null : `Check in today for day ${streak_days + 1}.`;
}

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
  const line = reminderLine(reminder);
  const parts = layout({
    title: `${mission} today?`,
    preheader: line ?? `${mission} is still open today.`,
    body: [
      `Hi ${unturned(reminder.name)},`,
      { heading: mission, facts: 'Not checked in yet today.' },
      ...(line ? [line] : []),
      "One tap and you're done. To add words or a photo, open the mission.",
    ],
    action: { label: 'Check in for today', url: reminder.url },
    footer: [
      'You asked for this reminder. The link works once, for today.',
      ...(reminder.is_last ? [] : [{ label: 'Stop reminding me of this mission', url: reminder.unsubscribe_url }]),
      { label: 'Choose another time', url: reminder.settings_url },
    ],
    legal: reminder.legal,
  });
  const subject = reminder.cue === null ? `${mission} today?` : unturned(reminderTitle(reminder));
  return { subject, ...parts };
}
