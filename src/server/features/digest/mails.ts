import type { LegalUrls } from '../../adapters/legal-links.ts';
import { layout, unturned } from '../../adapters/mail/layout.ts';
import type { MailMessage } from '../../adapters/mail/mail.ts';
import { quiltSize, type WeekRow } from './view.ts';

const QUILT = 'week@emberkin';

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What was done, such as `5 of 7 days`, `3 of 3 that week and 2 extra` or, where nothing was asked, `2 check-ins`. */
function doneIn({ of, done, target, extra, checked }: WeekRow): string {
  if (target === 0) return counted(checked.length, 'check-in') + (of === 'running week' ? ' so far' : '');
  const among = { days: counted(target, 'day'), week: `${target} that week`, 'running week': `${target} so far` }[of];
  return `${done} of ${among}${extra > 0 ? ` and ${extra} extra` : ''}`;
}

interface DigestMail {
  readonly name: string;
  readonly rows: readonly WeekRow[];
  readonly quilt: Buffer;
  /** Both URLs begin with PUBLIC_URL. */
  readonly url: string;
  readonly unsubscribe_url: string;
  readonly legal: LegalUrls;
}

/** The weekly mail: the week's quilt, and the same in words. */
export function digestMail(digest: DigestMail): Omit<MailMessage, 'to'> {
  const { name, rows, quilt, url, unsubscribe_url, legal } = digest;
  const checkins = rows.reduce((sum, row) => sum + row.checked.length, 0);
  const points = rows.reduce((sum, row) => sum + row.points, 0);
  const sum = `${counted(checkins, 'check-in')} and ${counted(points, 'point')}`;
  const title = checkins > 0 ? 'Your week by the fire' : 'A new week, whenever you like';
  const first = checkins > 0 ? `${sum}.` : 'No check-ins this week. It happens.';
  const alt = rows.map((row) => `${unturned(row.title)}: ${doneIn(row)}`).join('; ');
  const { width, height } = quiltSize(rows.length);
  const parts = layout({
    title,
    preheader: first,
    body: [
      `Hi ${unturned(name)},`,
      first,
      { src: `cid:${QUILT}`, alt, width, height },
      ...rows.map((row) => ({
        heading: unturned(row.title),
        facts: `${doneIn(row)}, ${counted(row.points, 'point')}.`,
      })),
    ],
    action: { label: 'Open Emberkin', url },
    footer: ['You asked for this email on Mondays.', { label: 'Stop the weekly email', url: unsubscribe_url }],
    legal,
  });
  const subject = checkins > 0 ? `${title}: ${sum}` : title;
  return { subject, ...parts, pictures: [{ cid: QUILT, filename: 'week.png', png: quilt }] };
}
