import { Mail } from 'lucide-react';
import { IconButton } from '#web/ui/button.tsx';
import { BellCount, PopoverRoot } from '#web/ui/popover.tsx';
import { usePopover } from '#web/ui/use-popover.ts';
import { InvitationMenu } from './invitation-menu.tsx';
import { useInbox } from './queries.ts';

/** The invitations bell: an icon of the header, on phones too. */
export function HeaderInvitationBell() {
  const pending = useInbox().data?.length ?? 0;
  const popover = usePopover();
  return (
    <PopoverRoot popover={popover} panel={<InvitationMenu onClose={popover.close} />}>
      <IconButton
        label={pending > 0 ? `Mission Invitations, ${pending} pending` : 'Mission Invitations'}
        ref={popover.button}
        aria-haspopup="dialog"
        aria-expanded={popover.open}
        onClick={popover.toggle}
      >
        <Mail className="size-5.5" aria-hidden />
        <BellCount count={pending} />
      </IconButton>
    </PopoverRoot>
  );
}
