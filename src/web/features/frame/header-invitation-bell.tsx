import { Mail } from 'lucide-react';
import { BellCount } from '#platform/web/kit/bell-count.tsx';
import { IconButton } from '#platform/web/kit/button.tsx';
import { PopoverRoot, usePopover } from '#platform/web/kit/popover.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { InvitationMenu, useInbox } from '#web/features/invitations/public.ts';

/** The invitations bell: an icon of the header, on phones too. */
export function HeaderInvitationBell() {
  const t = useT();
  const pending = useInbox().data?.length ?? 0;
  const popover = usePopover();
  return (
    <PopoverRoot popover={popover} panel={<InvitationMenu onClose={popover.close} />}>
      <IconButton
        label={pending > 0 ? t('app.frame.invitations.pending', { count: pending }) : t('app.titles.invitations')}
        aria-haspopup="dialog"
        {...popover.opener}
      >
        <Mail className="size-5.5" aria-hidden />
        <BellCount count={pending} />
      </IconButton>
    </PopoverRoot>
  );
}
