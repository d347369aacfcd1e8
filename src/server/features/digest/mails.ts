import { layout, unturned } from '../../adapters/mail/layout.ts';
import type { MailMessage } from '../../adapters/mail/mail.ts';
import type { WeekRow } from './queries.ts';
import { quiltSize } from './view.ts';

const QUILT = 'week@emberkin';

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

interface DigestMail {
  readonly name: string;
  readonly rows: readonly WeekRow[];
  readonly quilt: Buffer;
  /** Both URLs begin with PUBLIC_URL. */
  readonly url: string;
  readonly unsubscribe_url: string;
}

/** The weekly mail: the week's quilt, and the same in words. */
export function digestMail({ name, rows, quilt, url, unsubscribe_url }: DigestMail): Omit<MailMessage, 'to'> {
  const checkins = rows.reduce((sum, row) => sum + row.days.length, 0);
  const points = rows.reduce((sum, row) => sum + row.points, 0);
  const sum = `${counted(checkins, 'check-in')} and ${counted(points, 'point')} this week.`;
  const title = checkins > 0 ? 'Your week by the fire' : 'The fire is still warm';
  const alt = rows.map((row) => `${unturned(row.title)}: ${row.days.length} of 7 days`).join('; ');
  const { width, height } = quiltSize(rows.length);
  const parts = layout({
    title,
    preheader: sum,
    body: [
      `Hi ${unturned(name)},`,
      checkins > 0 ? sum : 'There was no check-in this week. Tomorrow is a good day to sew the first stitch again.',
      { src: `cid:${QUILT}`, alt, width, height },
      ...rows.map((row) => ({
        heading: unturned(row.title),
        facts: `Checked in on ${counted(row.days.length, 'day')} of the week, for ${counted(row.points, 'point')}.`,
      })),
    ],
    action: { label: 'Open Emberkin', url },
    footer: ['You asked for this mail on Sunday evenings.', { label: 'Stop the weekly mail', url: unsubscribe_url }],
  });
  return { subject: `${title}: ${sum}`, ...parts, pictures: [{ cid: QUILT, filename: 'week.png', png: quilt }] };
}
