import { Link } from '@tanstack/react-router';
import type { Invitation } from '#contract/invitations.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { button } from '#web/kit/button.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { FoldedInvitation } from './folded-invitation.tsx';
import { InvitationItem } from './invitation-row.tsx';

interface DashboardInvitationProps {
  /** Newest first. */
  pending: readonly Invitation[];
  zone: string;
}

/** The newest invitation to the user, with a link to the others; nothing if there is none. On phones it is one row. */
export function DashboardInvitation({ pending, zone }: DashboardInvitationProps) {
  const heading = useFocusFallback(pending.length);
  const phone = usePhone();
  const [newest] = pending;
  if (!newest) return null;
  const when = relativeTime(new Date(newest.created_at), new Date(), zone);
  const title = (
    <h2 ref={heading} id="invited" tabIndex={-1} className={phone ? 'sr-only' : 'text-lg font-extrabold'}>
      Mission Invitations
    </h2>
  );
  if (phone)
    return (
      <section aria-labelledby="invited" className="mt-3 rounded-lg bg-star-soft">
        {title}
        <FoldedInvitation key={newest.id} invitation={newest} pending={pending.length} when={when} />
      </section>
    );
  return (
    <section
      aria-labelledby="invited"
      className="mt-6 flex flex-wrap items-center gap-x-3 rounded-lg bg-card px-7 py-5 shadow-card"
    >
      {title}
      <Pill tone="open">{pending.length} pending</Pill>
      <Link to="/invitations" className={button({ kind: 'bare', className: '-my-2 ms-auto' })}>
        View all invitations
      </Link>
      <div className="mt-4 w-full">
        <InvitationItem key={newest.id} invitation={newest} when={when} go="mission" facts />
      </div>
    </section>
  );
}
