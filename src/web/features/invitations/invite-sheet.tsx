import { type ReactNode, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { SentInvitation } from '#contract/invitations.ts';
import type { Mission } from '#contract/missions.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Fold } from '#platform/web/kit/fold.tsx';
import { FailedPart } from '#platform/web/kit/load-part.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { useT } from '#platform/web/lib/language.ts';
import { InvitationLink, RenewDialog } from './invitation-link.tsx';
import { LinkButtons } from './link-buttons.tsx';
import { useSentInvitations } from './queries.ts';
import { SendForm, type useSendInvitation } from './send-form.tsx';
import { SentList, WithdrawDialog } from './sent-list.tsx';

interface InviteSheetProps {
  mission: Mission;
  me: User;
  form: ReturnType<typeof useSendInvitation>;
  title?: string;
  picture?: ReactNode;
  children?: ReactNode;
  onClose: () => void;
}

/**
 * The sheet to invite people: the link first, then three folded parts.
 *
 * The email form is open if it contains an address. The owner sees who has not responded yet.
 */
export function InviteSheet(props: InviteSheetProps) {
  const t = useT();
  const { mission, me, form, title = t('app.invitations.sheet.title'), picture, children, onClose } = props;
  const query = useSentInvitations(mission.id, mission.owner_id === me.id);
  const { data: sent = [], isError } = query;
  const [renewing, setRenewing] = useState(false);
  const [withdrawing, setWithdrawing] = useState<SentInvitation | null>(null);
  const parts = useFocusFallback<HTMLDivElement>(sent.length);
  return (
    <>
      <Dialog title={title} picture={picture} onClose={onClose}>
        <div className="mt-4 grid gap-3">
          <LinkButtons mission={mission} />
        </div>
        <div ref={parts} tabIndex={-1} className="mt-3">
          <Fold
            title={t('app.invitations.sheet.by_email')}
            startsOpen={form.values.invitee_email !== '' || form.values.message !== ''}
          >
            <SendForm form={form} proven={me.email_verified} />
          </Fold>
          <Fold title={t('app.invitations.sheet.link_and_code')}>
            <InvitationLink mission={mission} onRenew={() => setRenewing(true)} />
          </Fold>
          {sent.length > 0 && (
            <Fold title={t('app.invitations.sheet.sent', { count: sent.length })}>
              <SentList sent={sent} zone={me.timezone} onWithdraw={setWithdrawing} />
            </Fold>
          )}
          {isError && sent.length === 0 && (
            <FailedPart
              query={query}
              text={t('app.invitations.not_loaded')}
              button={{ kind: 'bare' }}
              className="flex flex-wrap items-center justify-between gap-x-3 pt-2 text-sm text-ink-2 seam"
            />
          )}
        </div>
        {children}
      </Dialog>
      {renewing && <RenewDialog missionId={mission.id} onClose={() => setRenewing(false)} />}
      {withdrawing && (
        <WithdrawDialog invitation={withdrawing} missionId={mission.id} onClose={() => setWithdrawing(null)} />
      )}
    </>
  );
}
