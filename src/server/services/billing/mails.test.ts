import { expect, it } from 'vitest';
import { translateFor } from '../../language/translate-for.ts';
import { layout, type MailParts } from '../../mails/layout.ts';
import { NO_LEGAL } from '../../testing/no-legal.ts';
import { paymentFailedMail, planStartedMail } from './notices/mails.ts';

const ENGLISH = translateFor('en');
const write = (parts: MailParts) => layout(ENGLISH, parts, NO_LEGAL);

it('names the new plan, its price and a link, and shows a name as text', () => {
  const options = { name: '<b>Ana</b>', url: 'https://emberkin.example/dashboard' };
  const pro = write(planStartedMail(ENGLISH, { ...options, plan_type: 'pro_monthly' }));
  expect(pro.subject).toBe('Welcome to Emberkin PRO!');
  expect(pro.text).toContain("You're on PRO for $5 per month.");
  expect(pro.text).toContain('https://emberkin.example/dashboard');
  expect(pro.html).not.toContain('<b>Ana</b>');
  expect(write(planStartedMail(ENGLISH, { ...options, plan_type: 'premium_yearly' })).text).toContain(
    "You're on PREMIUM for $50 per year.",
  );
});

it('states until when the plan stays after a failed payment, on the reader’s calendar', () => {
  const mail = write(
    paymentFailedMail(ENGLISH, {
      name: 'Ana',
      plan_type: 'premium_yearly',
      ends_at: new Date('2026-12-27T20:00:00Z'),
      timezone: 'Asia/Kuala_Lumpur',
      url: 'https://emberkin.example/profile',
    }),
  );
  expect(mail.subject).toBe("Your payment for Emberkin PREMIUM didn't go through");
  expect(mail.text).toContain('You keep PREMIUM until 28 December 2026');
});
