/**
 * 'Copy Invitation Text' is there before there is a code, beside the button that makes one: a hidden button would leave
 * the text out of reach, and a disabled one would give no reason. A press makes the missing code first, and says that
 * there is none only if that fails.
 */

import { Copy, Link2, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { useGenerateCode } from '#web/features/invitations/public.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { Section } from '#web/kit/section.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { toast } from '#web/lib/toast.ts';

const linkTo = (code: string) => `${window.location.origin}/join/${code}`;

const invitation = ({ title, owner_name }: Pick<Mission, 'title' | 'owner_name'>) =>
  [
    `${owner_name} saved you a place by the fire: "${title}" on Emberkin.`,
    'One small check-in a day, together, until the patch is sewn.',
  ].join('\n');

const GENERATED = 'Invitation code generated successfully!';
const NOT_GENERATED = 'Failed to generate invitation code';
const NO_CODE = 'Invitation code not available for this mission. Please contact admin.';

type InvitingMission = Pick<Mission, 'id' | 'title' | 'owner_name' | 'invitation_code'>;

/**
 * Shares or copies the link to a mission. Without a code one is made first, in the same press and without a toast of its
 * own. `busy` says which of the two is running.
 */
function useInvitationLink(mission: InvitingMission) {
  const { mutateAsync: generate } = useGenerateCode(mission.id);
  const [busy, setBusy] = useState<'share' | 'copy' | null>(null);
  // A second press may come before the buttons are rendered as disabled.
  const running = useRef(false);

  const copy = async (link: string) => {
    if (await copyText(`${invitation(mission)}\nJoin here: ${link}`))
      toast.success('Invitation text copied to clipboard!');
    else toast.error('Failed to copy text. Please try again.');
  };
  const share = async (link: string) => {
    if (!navigator.share) return copy(link);
    try {
      await navigator.share({ title: mission.title, text: invitation(mission), url: link });
    } catch (error) {
      // Somebody who closes the sheet wants nothing; anything else is a browser that cannot share.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(link);
    }
  };
  const withLink = async (kind: 'share' | 'copy', use: (link: string) => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(kind);
    try {
      const code = mission.invitation_code ?? (await generate()).invitation_code;
      await use(linkTo(code));
    } catch (error) {
      toast.error(detailOf(error, NO_CODE));
    }
    running.current = false;
    setBusy(null);
  };
  return { busy, share: () => void withLink('share', share), copy: () => void withLink('copy', copy) };
}

/** The two ways to pass the link on; `kind` is the look of the first. */
export function LinkButtons({ mission, kind }: { mission: InvitingMission; kind: 'flame' | 'night' }) {
  const { busy, share, copy } = useInvitationLink(mission);
  const size = kind === 'flame' ? 'md' : 'sm';
  return (
    <>
      <Button
        kind={kind}
        size={size}
        className="w-full"
        disabled={busy !== null}
        busy={busy === 'share'}
        busyLabel="Sharing..."
        onClick={share}
      >
        <Share2 className="size-4.5" aria-hidden />
        Share the link
      </Button>
      <Button
        kind="quiet"
        size={size}
        className="w-full"
        disabled={busy !== null}
        busy={busy === 'copy'}
        busyLabel="Copying..."
        onClick={copy}
      >
        <Copy className="size-4.5" aria-hidden />
        Copy Invitation Text
      </Button>
    </>
  );
}

/** The code: the link in one line and a button that replaces it, or the button that makes the first one. */
function InvitationCode({ mission, onRenew }: { mission: Mission; onRenew: () => void }) {
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

/** Invites friends: by a link to share anywhere first, and by e-mail (`children`). */
export function Invite({ mission, children }: { mission: Mission; children: ReactNode }) {
  const { mutateAsync: generate } = useGenerateCode(mission.id);
  const [confirming, setConfirming] = useState(false);
  return (
    <Section id="invite" title="Invite Friends" lead="Every friend by the fire is one less excuse.">
      <div className="grid grid-cols-1 gap-3">
        <LinkButtons mission={mission} kind="night" />
        <InvitationCode mission={mission} onRenew={() => setConfirming(true)} />
      </div>
      <div className="mt-3 pt-4 text-ink-2 seam">{children}</div>
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
          <p>The old link will stop working. Everyone who has joined stays.</p>
        </ConfirmAction>
      )}
    </Section>
  );
}
