import { addDays, daysBetween, earlierDay, laterDay } from '#domain/days.ts';
import { plannedDays, planOf } from '#domain/schedule.ts';
import type { LegalUrls } from '../../adapters/legal-links.ts';
import { layout, unturned } from '../../adapters/mail/layout.ts';
import type { MailMessage } from '../../adapters/mail/mail.ts';
import type { WeekRow } from './queries.ts';
import { quiltSize } from './view.ts';

const QUILT = 'week@emberkin';

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** How many days of the week the mission asked the reader for; null for a daily one, whose week is always 7 days. */
function wantedIn(week: string, row: WeekRow): number | null {
  if (row.schedule_kind === 'daily') return null;
  const first_day = laterDay(laterDay(row.first_day, row.joined_day), week);
  const duration_days = daysBetween(first_day, earlierDay(row.last_day, addDays(week, 6))) + 1;
  return plannedDays(planOf({ ...row, first_day, duration_days }), { pauses: row.excuses.pauses });
}

/** `2 of 3`, without extra check-ins; where nothing was asked for, or more was done, it tells of days of the week. */
function doneIn(week: string, row: WeekRow): { of: string; done: string } {
  const all = row.days.length;
  const done = all - row.extra_days;
  const wanted = wantedIn(week, row);
  if (wanted === null || wanted === 0 || done > wanted)
    return { of: `${all} of 7 days`, done: `${counted(all, 'day')} of the week` };
  return { of: `${done} of ${counted(wanted, 'day')}`, done: `${done} of ${counted(wanted, 'day')}` };
}

interface DigestMail {
  readonly name: string;
  /** The Monday of the week. */
  readonly week: string;
  readonly rows: readonly WeekRow[];
  readonly quilt: Buffer;
  /** Both URLs begin with PUBLIC_URL. */
  readonly url: string;
  readonly unsubscribe_url: string;
  readonly legal: LegalUrls;
}

/** The weekly mail: the week's quilt, and the same in words. */
export function digestMail(digest: DigestMail): Omit<MailMessage, 'to'> {
  const { name, week, rows, quilt, url, unsubscribe_url, legal } = digest;
  const checkins = rows.reduce((sum, row) => sum + row.days.length, 0);
  const points = rows.reduce((sum, row) => sum + row.points, 0);
  const sum = `${counted(checkins, 'check-in')} and ${counted(points, 'point')} this week.`;
  const title = checkins > 0 ? 'Your week by the fire' : 'Your fire is still warm';
  const alt = rows.map((row) => `${unturned(row.title)}: ${doneIn(week, row).of}`).join('; ');
  const { width, height } = quiltSize(rows.length);
  const parts = layout({
    title,
    preheader: sum,
    body: [
      `Hi ${unturned(name)},`,
      checkins > 0 ? sum : 'No check-ins this week, and that happens. Tomorrow is a good day to start again.',
      { src: `cid:${QUILT}`, alt, width, height },
      ...rows.map((row) => ({
        heading: unturned(row.title),
        facts: `Checked in on ${doneIn(week, row).done}, for ${counted(row.points, 'point')}.`,
      })),
    ],
    action: { label: 'Open Emberkin', url },
    footer: ['You asked for this email on Sunday evenings.', { label: 'Stop the weekly email', url: unsubscribe_url }],
    legal,
  });
  return { subject: `${title}: ${sum}`, ...parts, pictures: [{ cid: QUILT, filename: 'week.png', png: quilt }] };
}
