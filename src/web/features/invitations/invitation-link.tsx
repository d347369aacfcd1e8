import { Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { linkTo, useGenerateCode } from './invitation-code.ts';

interface InvitationLinkProps {
  mission: Pick<Mission, 'id' | 'invitation_code'>;
  onRenew: () => void;
}

/** Shows the link and a button that replaces it; without a code, a button that creates it. */
export function InvitationLink({ mission, onRenew }: InvitationLinkProps) {
  const t = useT();
  const { mutate, isPending } = useGenerateCode(mission.id);
  const shown = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  const code = mission.invitation_code;
  useEffect(() => {
    // The link replaced the pressed button.
    if (code && pressed.current) shown.current?.focus();
    pressed.current = false;
  }, [code]);
  const generate = () => {
    pressed.current = true;
    mutate(undefined, {
      onSuccess: () => toast.success(t('app.invitations.link.generated')),
      onError: (error) => toast.failure(error, t('app.invitations.link.not_generated')),
    });
  };
  if (!code)
    return (
      <Button
        kind="quiet"
        size="sm"
        className="w-full"
        busy={isPending}
        busyLabel={t('app.invitations.link.generating')}
        onClick={generate}
      >
        <Link2 className="size-4.5" aria-hidden />
        {t('app.invitations.link.generate')}
      </Button>
    );
  const link = linkTo(code);
  return (
    <div>
      <p
        ref={shown}
        tabIndex={-1}
        dir="ltr"
        title={link}
        className="truncate rounded-sm bg-sunk px-3 py-2.5 text-sm font-semibold text-ink select-all rtl:text-end"
      >
        {link.replace(/^https?:\/\//, '')}
      </p>
      <p className="text-center">
        <Button kind="bare" onClick={onRenew}>
          {t('app.invitations.link.renew')}
        </Button>
      </p>
    </div>
  );
}

/** Confirms, then replaces the code, which makes the old link invalid. */
export function RenewDialog({ missionId, onClose }: { missionId: string; onClose: () => void }) {
  const t = useT();
  const { mutateAsync: generate } = useGenerateCode(missionId);
  return (
    <ConfirmAction
      title={t('app.invitations.link.renew_question')}
      confirm={t('app.invitations.link.renew')}
      busyLabel={t('app.invitations.link.generating')}
      action={() => generate()}
      done={t('app.invitations.link.generated')}
      failed={t('app.invitations.link.not_generated')}
      onClose={onClose}
    >
      <p>{t('app.invitations.link.renew_note')}</p>
    </ConfirmAction>
  );
}
