import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#messages/generated/languages.ts';
import type { MailContent } from '#platform/mail/mail.ts';
import { digestMail } from '../features/digest/mails.ts';
import type { WeekRow } from '../features/digest/view.ts';
import { invitationMail } from '../features/invitations/send/mails.ts';
import { reminderLine, reminderMail, reminderTitle } from '../features/reminders/send/mails.ts';
import { webhookNotice, webhookOffMail } from '../features/webhooks/notices/mails.ts';
import { layout, type MailParts } from '../mails/layout.ts';
import { tokenNotice } from '../services/api-tokens/mails.ts';
import { verificationMail } from '../services/auth/addresses/mails.ts';
import { emailChangedMail, guessingMail, newDeviceMail, passwordChangedMail } from '../services/auth/notices/mails.ts';
import { resetMail } from '../services/auth/passwords/mails.ts';
import { paymentFailedMail, planStartedMail } from '../services/billing/notices/mails.ts';
import { translateFor } from './translate-for.ts';

const NAME = 'Aisyah';
const TITLE = 'Membaca';
const CUE = 'Malam';
const DEVICE = 'Firefox, Linux';
const ZONE = 'Asia/Kuala_Lumpur';
const SITE = 'https://emberkin.example';
const WEBHOOK = 'https://hooks.example';
const LEGAL = { imprint_url: `${SITE}/imprint`, privacy_url: `${SITE}/privacy` };
const AT = new Date('2026-12-05T07:12:00Z');
const PNG = Buffer.from('a PNG');

const week: WeekRow = {
  mission_id: '019aa5b0-0000-7000-8000-000000000003',
  patch: null,
  title: TITLE,
  first_day: '2026-11-16',
  last_day: '2026-12-16',
  from_day: '2026-11-16',
  of: 'days',
  done: 5,
  target: 7,
  extra: 0,
  checked: ['2026-11-16', '2026-11-17'],
  points: 75,
};
const weeks: WeekRow[] = [
  week,
  { ...week, extra: 2 },
  { ...week, of: 'week', target: 3 },
  { ...week, of: 'week', target: 3, extra: 1 },
  { ...week, of: 'running_week', target: 3 },
  { ...week, of: 'running_week', target: 3, extra: 11 },
  { ...week, of: 'week', target: 0 },
  { ...week, of: 'running_week', target: 0, points: 1 },
];
const digest = { name: NAME, quilt: PNG, url: SITE, unsubscribe_url: SITE };
const reminder = {
  mission_title: TITLE,
  cue: null,
  own_habit: null,
  streak_days: 5,
  week: null,
  needed_today: true,
  is_last: false,
  name: NAME,
  url: SITE,
  settings_url: SITE,
  unsubscribe_url: SITE,
};
const inWeek = { ...reminder, week: { done: 1, target: 3 } };
const webhook = { owner: NAME, address: `${WEBHOOK}/secret`, page_url: SITE };
const plan = { name: NAME, url: SITE };
const token = { owner: NAME, name: TITLE, url: SITE };

/** Returns every email of the product in all its forms, with Latin names. */
function allMails(tag: string): [string, MailContent][] {
  const t = translateFor(tag);
  const invitation = {
    sender: NAME,
    mission_title: TITLE,
    member_count: 5,
    days_left: 12,
    message: `${CUE} www.evil.example`,
    expires_at: AT,
    timezone: ZONE,
    url: SITE,
    unsubscribe_url: SITE,
    patch: PNG,
  };
  const mails: [string, MailParts][] = [
    ['invitation', invitationMail(t, invitation)],
    ['invitation of the last day', invitationMail(t, { ...invitation, member_count: 1, days_left: 1 })],
    ['reminder', reminderMail(t, reminder)],
    ['reminder with a cue', reminderMail(t, { ...reminder, cue: CUE, streak_days: 0 })],
    ['reminder of an own habit', reminderMail(t, { ...reminder, cue: CUE, own_habit: TITLE })],
    ['last reminder', reminderMail(t, { ...reminder, is_last: true })],
    ['reminder of a week', reminderMail(t, inWeek)],
    ['reminder of a week with days left', reminderMail(t, { ...inWeek, needed_today: false })],
    ['weekly mail', digestMail(t, { ...digest, rows: weeks })],
    ['weekly mail of a quiet week', digestMail(t, { ...digest, rows: [{ ...week, checked: [], done: 0, points: 0 }] })],
    ['reset', resetMail(t, { name: NAME, url: SITE, hours: 1 })],
    ['reset of an unproved address', resetMail(t, { name: null, url: SITE, hours: 2 })],
    ['verification', verificationMail(t, SITE)],
    ['email changed', emailChangedMail(t, SITE)],
    ['password changed', passwordChangedMail(t, SITE)],
    ['new device', newDeviceMail(t, { device: DEVICE, at: AT, timezone: ZONE, public_url: SITE })],
    ['guessing', guessingMail(t, SITE)],
    ['plan by the month', planStartedMail(t, { ...plan, plan_type: 'pro_monthly' })],
    ['plan by the year', planStartedMail(t, { ...plan, plan_type: 'premium_yearly' })],
    ['failed payment', paymentFailedMail(t, { ...plan, plan_type: 'pro_monthly', ends_at: AT, timezone: ZONE })],
    ['webhook gone', webhookOffMail(t, { ...webhook, reason: 'gone' })],
    ['webhook failing', webhookOffMail(t, { ...webhook, reason: 'failing' })],
    ['webhook created', webhookNotice(t, { ...webhook, is_changed: false })],
    ['webhook changed', webhookNotice(t, { ...webhook, is_changed: true })],
    ['token that reads', tokenNotice(t, { ...token, scope: 'read' })],
    ['token that writes', tokenNotice(t, { ...token, scope: 'write' })],
  ];
  return mails.map(([name, parts]) => [name, layout(t, parts, LEGAL)]);
}

const WRITTEN = [NAME, TITLE, CUE, DEVICE, ZONE];
/** Words that stay the same in every language. */
const UNTRANSLATED = ['Emberkin', 'emberkin', 'PRO', 'PREMIUM', 'API', 'webhook'];

/** Returns the text that a reader sees, including HTML attributes, without names, addresses and styles. */
function wordsOf({ subject, html, text }: MailContent): string[] {
  const shown = html
    .replace(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, (tag) =>
      [...tag.matchAll(/\s(?:alt|aria-label)="([^"]*)"/g)].map(([, words]) => words).join(' '),
    );
  let rest = [subject, text, shown].join('\n').replaceAll(/https?:\S+/g, '');
  for (const word of [...WRITTEN, ...UNTRANSLATED]) rest = rest.replaceAll(word, '');
  return rest.match(/\p{Script=Latin}{2,}/gu) ?? [];
}

/** Returns the lines with our own text, without names and addresses. */
const linesOf = ({ subject, text }: MailContent) =>
  [subject, ...text.split('\n')]
    .map((line) => [...WRITTEN, WEBHOOK, SITE].reduce((rest, word) => rest.replaceAll(word, ''), line))
    .filter((line) => /[a-z]{2}/.test(line));

const ISOLATED = /[\u2066-\u2069]/;

describe.each(LANGUAGES.map(({ tag, direction }) => ({ tag, direction })))('emails in $tag', ({ tag, direction }) => {
  it.each(allMails(tag))('declare their language and direction: "%s"', (_, { html, language }) => {
    expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(language).toBe(tag);
  });
});

describe('emails in languages other than English', () => {
  it.each(['ar', 'zh-Hans'])('contain no English word in %s', (tag) => {
    for (const [name, mail] of allMails(tag)) expect(wordsOf(mail), name).toEqual([]);
  });

  it('share no sentence with the English email in Malay', () => {
    const malay = allMails('ms');
    for (const [at, [name, english]] of allMails('en').entries()) {
      const [, mail] = malay[at]!;
      const known = new Set(linesOf(english));
      expect(
        linesOf(mail).filter((line) => known.has(line)),
        name,
      ).toEqual([]);
    }
  });
});

describe('names of the opposite direction in emails', () => {
  it('are isolated in Arabic emails, including the subject', () => {
    for (const [name, { subject, html, text }] of allMails('ar'))
      for (const part of [subject, text, html])
        for (const written of WRITTEN)
          for (const [found] of part.matchAll(new RegExp(`.?${written}`, 'gs'))) expect(found[0], name).toBe('\u2068');
    const subjects = Object.fromEntries(allMails('ar').map(([name, { subject }]) => [name, subject]));
    expect(subjects.invitation).toContain(`\u2068${NAME}\u2069`);
    expect(subjects['reminder with a cue']).toBe(`\u2068${CUE}\u2069: \u2068${TITLE}\u2069`);
  });

  it('are isolated in English emails only if they are Arabic', () => {
    for (const [name, { subject, html, text }] of allMails('en'))
      expect(subject + html + text, name).not.toMatch(ISOLATED);
    const t = translateFor('en');
    const { subject, text } = layout(t, reminderMail(t, { ...reminder, mission_title: 'قراءة' }), LEGAL);
    expect(subject).toBe('\u2068قراءة\u2069 today?');
    expect(text).toContain('Hi Aisyah,');
  });

  it('lose their direction characters before they are isolated', () => {
    const { subject } = reminderMail(translateFor('ar'), { ...reminder, mission_title: 'Run\u2069\u202e' });
    expect(subject).toBe('\u2068Run\u2069 اليوم؟');
  });
});

describe('a push reminder', () => {
  it.each([
    ['ms', 'Malam: Membaca', 'Check-in hari ini untuk hari ke-6.'],
    ['zh-Hans', 'Malam：Membaca', '今天打卡，就是第 6 天。'],
    ['ar', '\u2068Malam\u2069: \u2068Membaca\u2069', 'إنجاز اليوم يوصلك إلى اليوم رقم 6.'],
  ])('has its title and text in %s', (tag, title, line) => {
    const t = translateFor(tag);
    expect(reminderTitle(t, { ...reminder, cue: CUE })).toBe(title);
    expect(reminderLine(t, reminder)).toBe(line);
  });
});
