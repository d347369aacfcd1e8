/**
 * 'Copy Invitation Text' works without a code: a press first creates the missing code and reports only a failure of
 * that. A hidden button would leave the text out of reach, and a disabled one would not say why.
 */

import { Copy, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { copyWithToast, shareOrElse } from '#platform/web/lib/share-text.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { linkTo, useGenerateCode } from './invitation-code.ts';

type InvitingMission = Pick<Mission, 'id' | 'title' | 'owner_name' | 'invitation_code'>;

/**
 * Shares or copies the link to a mission; `busy` says which of them is running.
 *
 * Without a code it first creates one, in the same press and without a separate toast.
 */
function useInvitationLink(mission: InvitingMission) {
  const t = useT();
  const { mutateAsync: generate } = useGenerateCode(mission.id);
  const [busy, setBusy] = useState<'share' | 'copy' | null>(null);
  // A second press can arrive before React renders the buttons as disabled.
  const running = useRef(false);

  const names = { owner: mission.owner_name, mission: mission.title };
  const copy = (link: string) =>
    // The link stays outside of the message, which adds direction marks around its values.
    copyWithToast(`${t('app.invitations.share.copied_text', names)} ${link}`, {
      done: t('app.invitations.share.copied'),
      failed: t('app.kit.secret.copy_failed'),
    });
  const share = (link: string) =>
    shareOrElse({ title: mission.title, text: t('app.invitations.share.text', names), url: link }, () => copy(link));
  const withLink = async (kind: 'share' | 'copy', use: (link: string) => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(kind);
    try {
      const code = mission.invitation_code ?? (await generate()).invitation_code;
      await use(linkTo(code));
    } catch (error) {
      toast.failure(error, t('app.invitations.share.no_code'));
    }
    running.current = false;
    setBusy(null);
  };
  return { busy, share: () => void withLink('share', share), copy: () => void withLink('copy', copy) };
}

export function LinkButtons({ mission }: { mission: InvitingMission }) {
  const t = useT();
  const { busy, share, copy } = useInvitationLink(mission);
  return (
    <>
      <Button
        disabled={busy !== null}
        busy={busy === 'share'}
        busyLabel={t('app.invitations.share.sharing')}
        onClick={share}
      >
        <Share2 className="size-4.5" aria-hidden />
        {t('app.invitations.share.share')}
      </Button>
      <Button
        kind="quiet"
        disabled={busy !== null}
        busy={busy === 'copy'}
        busyLabel={t('app.invitations.share.copying')}
        onClick={copy}
      >
        <Copy className="size-4.5" aria-hidden />
        {t('app.invitations.share.copy')}
      </Button>
    </>
  );
}
