import { WEBHOOK_TRIES } from '#domain/limits.ts';
import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { layout, unturned } from '../../../adapters/mail/layout.ts';

/** A webhook as the mails about it name it. */
interface Notice {
  owner: string;
  /** The address of the webhook, of which a mail shows the scheme and the host alone: the rest may hold a secret. */
  address: string;
  /** The page with the webhooks; begins with PUBLIC_URL. */
  page_url: string;
  legal: LegalUrls;
}

const WHY = {
  gone: 'The receiver said that this address is gone.',
  failing: `We tried to reach it ${WEBHOOK_TRIES} times in three days, and nothing came through.`,
};

/** The mail about a webhook that went off by itself. */
export function webhookOffMail({ owner, address, reason, page_url, legal }: Notice & { reason: keyof typeof WHY }) {
  const subject = 'A webhook was switched off';
  const parts = layout({
    title: subject,
    preheader: WHY[reason],
    body: [
      `Hi ${unturned(owner)},`,
      'We no longer send anything to your webhook at:',
      { heading: new URL(address).origin, facts: WHY[reason] },
      "Once the receiver works again, turn the webhook on. What happened meanwhile isn't sent again by itself.",
    ],
    action: { label: 'See your webhooks', url: page_url },
    footer: ["This email came because you made this webhook. If you don't need it any more, remove it."],
    legal,
  });
  return { subject, ...parts };
}

/** The notice that a webhook was created, or that what it sends goes to another address now. */
export function webhookNotice({ owner, address, page_url, legal, is_changed }: Notice & { is_changed: boolean }) {
  const subject = is_changed ? 'The address of a webhook was changed' : 'A webhook was created';
  const lead = is_changed
    ? 'Someone, hopefully you, changed the address of a webhook of your account. We now send what happens in your missions to:'
    : 'Someone, hopefully you, created a webhook for your account. We now send what happens in your missions to:';
  const parts = layout({
    title: subject,
    preheader: 'If this was you, you can ignore this email.',
    body: [
      `Hi ${unturned(owner)},`,
      lead,
      { heading: new URL(address).origin, facts: 'You can turn it off or remove it at any time.' },
      "If this wasn't you, set a new password. That logs out your devices and removes your API tokens and webhooks.",
    ],
    action: { label: 'See your webhooks', url: page_url },
    footer: ['If this was you, you can ignore this email.'],
    legal,
  });
  return { subject, ...parts };
}
