import { Copy, Link2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { useGenerateCode } from '#web/features/missions/queries.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';
import { Section } from '#web/ui/section.tsx';

const linkTo = (code: string) => `${window.location.origin}/join/${code}`;

const invitationText = ({ title, owner_name }: Mission, link: string) =>
  [
    `${owner_name} saved you a place by the fire: "${title}" on Emberkin.`,
    'One small check-in a day, together, until the patch is sewn.',
    `Join here: ${link}`,
  ].join('\n');

const GENERATED = 'Invitation code generated successfully!';
const NOT_GENERATED = 'Failed to generate invitation code';

interface LinkActionsProps {
  mission: Mission;
  link: string | null;
  /** Asks for a confirmation, then makes a new link. */
  onRenew: () => void;
}

/** Makes the link if there is none, copies a text with it, or replaces it. */
function LinkActions({ mission, link, onRenew }: LinkActionsProps) {
  const { mutate, isPending } = useGenerateCode(mission.id);
  const copyButton = useRef<HTMLButtonElement>(null);
  const generate = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(GENERATED);
        // The pressed button is gone; the next step is below it.
        copyButton.current?.focus();
      },
      onError: (error) => toast.error(detailOf(error, NOT_GENERATED)),
    });
  const copy = async () => {
    if (!link) return toast.error('Invitation code not available for this mission. Please contact admin.');
    if (await copyText(invitationText(mission, link))) toast.success('Invitation text copied to clipboard!');
    else toast.error('Failed to copy text. Please try again.');
  };
  return (
    <>
      {link ? (
        <p className="mt-2 rounded-sm bg-sunk px-3 py-2.5 text-sm font-semibold break-all text-ink select-all">
          {link}
        </p>
      ) : (
        <Button
          kind="quiet"
          size="sm"
          className="mt-3 w-full"
          busy={isPending}
          busyLabel="Generating..."
          onClick={generate}
        >
          <Link2 className="size-4.5" aria-hidden />
          Generate Invitation Code
        </Button>
      )}
      <Button ref={copyButton} kind="quiet" size="sm" className="mt-3 w-full" onClick={() => void copy()}>
        <Copy className="size-4.5" aria-hidden />
        Copy Invitation Text
      </Button>
      {link && (
        <p className="mt-1 text-center">
          <Button kind="bare" onClick={onRenew}>
            Make a new link
          </Button>
        </p>
      )}
    </>
  );
}

/** Invites friends: by e-mail (`children`), or by a link to share anywhere. */
export function Invite({ mission, children }: { mission: Mission; children: ReactNode }) {
  const { mutateAsync: generate } = useGenerateCode(mission.id);
  const [confirming, setConfirming] = useState(false);
  const link = mission.invitation_code && linkTo(mission.invitation_code);
  return (
    <Section id="invite" title="Invite Friends" lead="One more by the fire is one less excuse.">
      {children}
      <div className="mt-5 pt-4 text-ink-2 seam">
        <p className="text-sm">{link ? 'Or share the link with anyone:' : 'Or make a link to share with anyone:'}</p>
        <LinkActions mission={mission} link={link} onRenew={() => setConfirming(true)} />
      </div>
      {confirming && (
        <ConfirmAction
          title="Make a new link?"
          confirm="Make a new link"
          busyLabel="Generating..."
          action={() => generate()}
          done={GENERATED}
          failed={NOT_GENERATED}
          onClose={() => setConfirming(false)}
        >
          <p>The link so far stops working, wherever it was shared. Everybody who is in stays in.</p>
        </ConfirmAction>
      )}
    </Section>
  );
}
