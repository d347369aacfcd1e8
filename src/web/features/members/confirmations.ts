import type { Mission } from '#contract/missions.ts';
import type { ScreenTranslate } from '#web/lib/language.ts';
import type { MemberChange } from './queries.ts';

/** The texts of the question before a change, and of the toasts after it. */
export interface Confirmation {
  title: string;
  text: string;
  confirm: string;
  /** Takes something away from the member. */
  danger?: boolean;
  busy: string;
  done: string;
  failed: string;
}

/** The texts for a change of the member called `name`. */
export function confirmationFor(
  t: ScreenTranslate,
  change: MemberChange,
  name: string,
  { state }: Pick<Mission, 'state'>,
): Confirmation {
  switch (change) {
    case 'add_cohost':
      return {
        title: t('app.members.add_cohost.title', { name }),
        text: t('app.members.add_cohost.text', { name }),
        confirm: t('app.members.add_cohost.confirm'),
        busy: t('start.common.saving'),
        done: t('app.members.add_cohost.done', { name }),
        failed: t('app.members.add_cohost.failed'),
      };
    case 'remove_cohost':
      return {
        title: t('app.members.remove_cohost.title', { name }),
        text: t('app.members.remove_cohost.text', { name }),
        confirm: t('app.members.remove_cohost.confirm'),
        danger: true,
        busy: t('start.common.saving'),
        done: t('app.members.remove_cohost.done', { name }),
        failed: t('app.members.remove_cohost.failed'),
      };
    case 'offer':
      return {
        title: t('app.members.offer.title', { name }),
        text: t('app.members.offer.text', { name }),
        confirm: t('app.members.offer.confirm'),
        busy: t('app.members.offer.busy'),
        done: t('app.members.offer.done', { name }),
        failed: t('app.members.offer.failed'),
      };
    case 'withdraw':
      return {
        title: t('app.members.withdraw.title'),
        text: t('app.members.withdraw.text', { name }),
        confirm: t('app.members.withdraw.confirm'),
        danger: true,
        busy: t('app.members.withdraw.busy'),
        done: t('app.members.withdraw.done'),
        failed: t('app.members.withdraw.failed'),
      };
    case 'remove':
      return {
        title: t('app.members.removal.title', { name }),
        // While the mission runs, a new invitation brings a removed member back; the link for everybody does not.
        text:
          state === 'active'
            ? t('app.members.removal.text_running', { name })
            : t('app.members.removal.text', { name }),
        confirm: t('app.members.removal.confirm'),
        danger: true,
        busy: t('app.members.removal.busy'),
        done: t('app.members.removal.done', { name }),
        failed: t('app.members.removal.failed'),
      };
  }
}
