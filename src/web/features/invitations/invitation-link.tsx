import { Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { linkTo, useGenerateCode } from './invitation-code.ts';

const GENERATED = 'Invitation code generated successfully!';
const NOT_GENERATED = 'Failed to generate invitation code';

interface InvitationLinkProps {
  mission: Pick<Mission, 'id' | 'invitation_code'>;
  onRenew: () => void;
}

/** The link in one line and a button that replaces it; without a code the button that makes the first one. */
export function InvitationLink({ mission, onRenew }: InvitationLinkProps) {
  const { mutate, isPending } = useGenerateCode(mission.id);
  const shown = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  const code = mission.invitation_code;
  useEffect(() => {
    // The pressed button is gone; the link is in its place.
    if (code && pressed.current) shown.current?.focus();
    pressed.current = false;
  }, [code]);
  const generate = () => {
    pressed.current = true;
    mutate(undefined, {
      onSuccess: () => toast.success(GENERATED),
      onError: (error) => toast.error(detailOf(error, NOT_GENERATED)),
    });
  };
  if (!code)
    return (
      <Button kind="quiet" size="sm" className="w-full" busy={isPending} busyLabel="Generating..." onClick={generate}>
        <Link2 className="size-4.5" aria-hidden />
        Generate Invitation Code
      </Button>
    );
  const link = linkTo(code);
  return (
    <div>
      <p
        ref={shown}
        tabIndex={-1}
        title={link}
        className="truncate rounded-sm bg-sunk px-3 py-2.5 text-sm font-semibold text-ink select-all"
      >
        {link.replace(/^https?:\/\//, '')}
      </p>
      <p className="text-center">
        <Button kind="bare" onClick={onRenew}>
          Make a new link
        </Button>
      </p>
    </div>
  );
}

/** Confirms, then replaces the code, so that the link of before leads nowhere. */
export function RenewDialog({ missionId, onClose }: { missionId: string; onClose: () => void }) {
  const { mutateAsync: generate } = useGenerateCode(missionId);
  return (
    <ConfirmAction
      title="Make a new link?"
      confirm="Make a new link"
      busyLabel="Generating..."
      action={() => generate()}
      done={GENERATED}
      failed={NOT_GENERATED}
      onClose={onClose}
    >
      <p>The old link will stop working. Everyone who has joined stays.</p>
    </ConfirmAction>
  );
}
