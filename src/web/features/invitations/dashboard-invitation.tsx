import { Link } from '@tanstack/react-router';
import type { Invitation } from '#contract/invitations.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts';
import { InvitationItem } from './invitation-row.tsx';

interface DashboardInvitationProps {
  /** Newest first. */
  pending: readonly Invitation[];
  zone: string;
}

/** The newest invitation to oneself, with the way to the others. Drawn without one it is nothing. */
export function DashboardInvitation({ pending, zone }: DashboardInvitationProps) {
  const heading = useFocusFallback(pending.length);
  const [newest] = pending;
  if (!newest) return null;
  return (
    <section
      aria-labelledby="invited"
      className="mt-6 flex flex-wrap items-center gap-x-3 rounded-lg bg-card p-5 shadow-card sm:px-7"
    >
      <h2 ref={heading} id="invited" tabIndex={-1} className="text-lg font-extrabold">
        Mission Invitations
      </h2>
      <Pill tone="open">{pending.length} pending</Pill>
      <Link
        to="/invitations"
        className={button({
          kind: 'bare',
          className: 'max-sm:order-last max-sm:mx-auto max-sm:mt-2 max-sm:-mb-3 sm:-my-2 sm:ms-auto',
        })}
      >
        View all invitations
      </Link>
      <div className="mt-4 w-full">
        <InvitationItem
          key={newest.id}
          invitation={newest}
          when={relativeTime(new Date(newest.created_at), new Date(), zone)}
          go="mission"
          facts
        />
      </div>
    </section>
  );
}
