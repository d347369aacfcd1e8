import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { scrollToElement } from '#platform/web/kit/scroll-to.ts';
import { useT } from '#platform/web/lib/language.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import { InviteSheet, useSendInvitation, useSentInvitations } from '#web/features/invitations/public.ts';

const route = getRouteApi('/queries/app/mission/$missionId');

const NewPatch = lazyPart(() => import('./new-patch.tsx'), 'NewPatch');
const RoundBegins = lazyPart(() => import('./new-patch.tsx'), 'RoundBegins');

/** The mission whose new patch this tab has shown, so that a reload does not show it again. */
const SHOWN_KEY = 'created-shown';

/** Tracks whether the owner has just created the mission and its sheet is still open. */
function useJustCreated({ id, owner_id }: Mission, me: User) {
  const { created } = route.useSearch();
  const [open, setOpen] = useState(
    () => created === true && owner_id === me.id && sessionStorage.getItem(SHOWN_KEY) !== id,
  );
  useEffect(() => {
    if (created) sessionStorage.setItem(SHOWN_KEY, id);
  }, [created, id]);
  return { open, close: () => setOpen(false) };
}

/** Returns the invited members of the previous round, or undefined while they load. */
function useAskedNames({ id, previous_id }: Mission, enabled: boolean): readonly string[] | undefined {
  const { data, isPending } = useSentInvitations(id, enabled && previous_id !== null);
  if (previous_id === null) return [];
  return isPending ? undefined : (data?.flatMap(({ invitee_name }) => invitee_name ?? []) ?? []);
}

/**
 * Opens the invite sheet if the URL requests it or after creation. For a next round it shows who was invited instead.
 * After creation, closing scrolls to the check-in.
 */
export function Inviting({ mission, me }: { mission: Mission; me: User }) {
  const t = useT();
  const { invite } = route.useSearch();
  const navigate = route.useNavigate();
  const form = useSendInvitation(mission.id);
  const created = useJustCreated(mission, me);
  const asked = useAskedNames(mission, created.open);
  const close = () => {
    void navigate({
      search: ({ created: _, invite: __, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    });
    if (!created.open) return;
    created.close();
    // Waits until the sheet has closed, because content behind it cannot take the focus.
    setTimeout(() => scrollToElement('checkin', true));
  };
  const sheet = () => {
    if (!created.open) return invite && <InviteSheet mission={mission} me={me} form={form} onClose={close} />;
    if (asked === undefined) return null;
    const picture = <NewPatch mission={mission} />;
    if (asked.length > 0) return <RoundBegins round={mission.round} asked={asked} picture={picture} onClose={close} />;
    return (
      <InviteSheet
        mission={mission}
        me={me}
        form={form}
        title={t('app.missions.created.who')}
        picture={picture}
        onClose={close}
      >
        <p className="mt-2 text-center">
          <Button kind="bare" onClick={close}>
            {t('app.missions.created.alone')}
          </Button>
        </p>
      </InviteSheet>
    );
  };
  return <Suspense fallback={null}>{sheet()}</Suspense>;
}
