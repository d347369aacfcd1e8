import type { Invitation } from '#contract/invitations.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { useT } from '#web/lib/language.ts';
import { FoldedInvitation } from './folded-invitation.tsx';

interface DashboardInvitationProps {
  /** Newest first. */
  pending: readonly Invitation[];
  zone: string;
}

/** The newest invitation to the user as one row, which opens; nothing if there is none. */
export function DashboardInvitation({ pending, zone }: DashboardInvitationProps) {
  const t = useT();
  const heading = useFocusFallback(pending.length);
  const [newest] = pending;
  if (!newest) return null;
  const when = relativeTime(new Date(newest.created_at), new Date(), zone);
  return (
    <section aria-labelledby="invited" className="mt-3 rounded-lg bg-star-soft">
      <h2 ref={heading} id="invited" tabIndex={-1} className="sr-only">
        {t('app.invitations.title')}
      </h2>
      <FoldedInvitation key={newest.id} invitation={newest} pending={pending.length} when={when} />
    </section>
  );
}
