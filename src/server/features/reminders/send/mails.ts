import { isolate } from '#platform/i18n/isolate.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { greet, type MailParts, unturned } from '../../../mails/layout.ts';

/** The facts that a reminder states, by mail and by push. */
export interface ReminderFacts {
  readonly mission_title: string;
  /** The reader's own habit, which replaces the title. */
  readonly own_habit: string | null;
  /** The member's own text for the moment. */
  readonly cue: string | null;
  /** The streak in the mission as of the reminder's day, which a check-in would lengthen. */
  readonly streak_days: number;
  /** The week's check-ins, in a mission with times a week. */
  readonly week: { readonly done: number; readonly target: number } | null;
  /** Whether the day closes as missed without a check-in. */
  readonly needed_today: boolean;
  /** Whether no more reminders follow until the member turns them on again. */
  readonly is_last: boolean;
}

/** Returns the title of a push message and, with a cue, the subject of a mail: `After dinner: Read`. */
export function reminderTitle(t: Translate, { cue, mission_title, own_habit }: ReminderFacts): string {
  const mission = unturned(own_habit ?? mission_title);
  if (cue === null) return isolate(mission, t.language.direction);
  return t('server.mails.reminder.cue', { cue: unturned(cue), mission });
}

/** Names the week or the streak that a check-in would serve. Returns null if there is neither. */
function reasonOf(t: Translate, { week, needed_today, streak_days }: ReminderFacts): string | null {
  if (week !== null) return t(needed_today ? 'server.mails.reminder.week_needed' : 'server.mails.reminder.week', week);
  return streak_days < 2 ? null : t('server.mails.reminder.streak', { day: streak_days + 1 });
}

/** Returns the only sentence of a push message: that it is the last reminder, or why the user might check in. */
export const reminderLine = (t: Translate, facts: ReminderFacts): string =>
  facts.is_last ? t('server.mails.reminder.last') : (reasonOf(t, facts) ?? t('server.mails.reminder.tap'));

interface ReminderMail extends ReminderFacts {
  readonly name: string;
  /** All start with PUBLIC_URL. */
  readonly url: string;
  readonly settings_url: string;
  readonly unsubscribe_url: string;
}

/** Builds the mail of a reminder with its check-in link. Escapes what users wrote. */
export function reminderMail(t: Translate, reminder: ReminderMail): MailParts {
  const reason = reasonOf(t, reminder);
  const title = t('server.mails.reminder.question', {
    mission: unturned(reminder.own_habit ?? reminder.mission_title),
  });
  const stop = { label: t('server.mails.reminder.stop'), url: reminder.unsubscribe_url };
  return {
    subject: reminder.cue === null ? title : reminderTitle(t, reminder),
    title,
    preheader: reminderLine(t, reminder),
    body: [
      greet(t, reminder.name),
      ...(reason === null ? [] : [reason]),
      ...(reminder.is_last ? [t('server.mails.reminder.last')] : []),
      t('server.mails.reminder.tap_or_open'),
    ],
    action: { label: t('server.mails.reminder.check_in'), url: reminder.url },
    footer: [
      t('server.mails.reminder.why'),
      ...(reminder.is_last ? [] : [stop]),
      { label: t('server.mails.reminder.another_time'), url: reminder.settings_url },
    ],
  };
}
