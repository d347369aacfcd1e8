import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Invitation } from '#contract/invitations.ts';
import { button, IconButton } from '#platform/web/kit/button.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { AnswerButton, InvitationCard } from './invitation-row.tsx';
import { useAnswer } from './use-answer.ts';

interface FoldedInvitationProps {
  invitation: Invitation;
  /** The number of pending invitations, including the one shown. */
  pending: number;
  when: string;
}

/** Shows an invitation as a row of 64 px that opens to its message and `Decline`. */
function FoldedInvitation({ invitation, pending, when }: FoldedInvitationProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const answer = useAnswer(invitation, 'mission');
  const { mission_title: title, sender_name } = invitation;
  return (
    <>
      <div className="flex min-h-16 items-center gap-2.5 ps-3 pe-1 max-[15.5rem]:flex-wrap max-[15.5rem]:py-2">
        {!open && (
          <Patch
            seed={invitation.mission_id}
            patch={invitation.patch}
            done={0}
            total={invitation.duration_days}
            size={46}
            label={t('app.invitations.patch', { mission: title })}
          />
        )}
        <p className="min-w-0 grow ps-1 leading-tight max-[15.5rem]:basis-2/3">
          <strong className="block truncate font-display text-base user-line" title={title}>
            {open ? t('app.invitations.title') : title}
          </strong>
          <span className="block truncate text-xs text-ink-2">
            {pending > 1
              ? t('app.invitations.folded.count', { count: pending })
              : t('app.invitations.folded.asks', { sender: sender_name })}
          </span>
        </p>
        {!open && <AnswerButton choice="accept" size="slim" className="shrink-0" title={title} answer={answer} />}
        <IconButton
          label={t('app.invitations.folded.show')}
          aria-expanded={open}
          aria-controls={open ? 'invitation' : undefined}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown className={cx('size-5 transition-transform', open && 'rotate-180')} aria-hidden />
        </IconButton>
      </div>
      {open && (
        <div id="invitation" className="grid grid-cols-1 gap-2 px-4 pb-3">
          <InvitationCard invitation={invitation} when={when} answer={answer} facts whole />
          <Link to="/invitations" className={button({ kind: 'bare', className: 'justify-self-center' })}>
            {t('app.invitations.all')}
          </Link>
        </div>
      )}
    </>
  );
}

interface DashboardInvitationProps {
  /** Newest first. */
  pending: readonly Invitation[];
  zone: string;
}

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
