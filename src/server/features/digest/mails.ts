import type { PlainKey, Translate } from '#platform/i18n/translate.ts';
import { greet, type MailParts, unturned } from '../../mails/layout.ts';
import { quiltSize, type WeekRow } from './view.ts';

const QUILT = 'week@emberkin';

const DONE = {
  days: 'server.mails.digest.days',
  week: 'server.mails.digest.week',
  running_week: 'server.mails.digest.so_far',
} as const satisfies Record<WeekRow['of'], PlainKey>;

const DONE_WITH_EXTRA = {
  days: 'server.mails.digest.days_extra',
  week: 'server.mails.digest.week_extra',
  running_week: 'server.mails.digest.so_far_extra',
} as const satisfies Record<WeekRow['of'], PlainKey>;

/** Returns what was done: `5 of 7 days`, `3 of 3 that week and 2 extra`, or `2 check-ins` if nothing was required. */
function doneIn(t: Translate, { of, done, target, extra, checked }: WeekRow): string {
  if (target === 0)
    return t(of === 'running_week' ? 'server.mails.digest.free_so_far' : 'server.mails.digest.free', {
      count: checked.length,
    });
  return extra > 0 ? t(DONE_WITH_EXTRA[of], { done, target, extra }) : t(DONE[of], { done, target });
}

interface DigestMail {
  readonly name: string;
  readonly rows: readonly WeekRow[];
  readonly quilt: Buffer;
  /** Both URLs start with PUBLIC_URL. */
  readonly url: string;
  readonly unsubscribe_url: string;
}

/** Builds the weekly mail: the week's quilt, and the same as text. */
export function digestMail(t: Translate, { name, rows, quilt, url, unsubscribe_url }: DigestMail): MailParts {
  const checkins = rows.reduce((sum, row) => sum + row.checked.length, 0);
  const points = rows.reduce((sum, row) => sum + row.points, 0);
  const isQuiet = checkins === 0;
  const title = t(isQuiet ? 'server.mails.digest.title_quiet' : 'server.mails.digest.title');
  const first = isQuiet ? t('server.mails.digest.quiet') : t('server.mails.digest.sum', { checkins, points });
  const alt = rows
    .map((row) => t('server.mails.digest.row', { mission: unturned(row.title), done: doneIn(t, row) }))
    .join(t('server.mails.digest.separator'));
  const { width, height } = quiltSize(rows.length);
  return {
    subject: isQuiet ? title : t('server.mails.digest.subject', { checkins, points }),
    title,
    preheader: first,
    body: [
      greet(t, name),
      first,
      { src: `cid:${QUILT}`, alt, width, height },
      ...rows.map((row) => ({
        heading: unturned(row.title),
        facts: t('server.mails.digest.facts', { done: doneIn(t, row), points: row.points }),
      })),
    ],
    action: { label: t('server.mails.common.open'), url },
    footer: [t('server.mails.digest.why'), { label: t('server.mails.digest.stop'), url: unsubscribe_url }],
    pictures: [{ cid: QUILT, filename: 'week.png', png: quilt }],
  };
}
