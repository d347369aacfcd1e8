import { Link } from '@tanstack/react-router';
import { button } from '#platform/web/kit/button.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { EmptyPanel, PopoverPanel } from '#platform/web/kit/popover.tsx';
import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { InvitationItem } from './invitation-row.tsx';
import { useInbox } from './queries.ts';

export function InvitationMenu({ onClose }: { onClose: () => void }) {
  const t = useT();
  const query = useInbox();
  const me = useMe();
  const pending = query.data?.length ?? 0;
  const heading = useFocusFallback(pending);
  return (
    <PopoverPanel
      title={t('app.invitations.title')}
      heading={heading}
      pill={pending > 0 ? t('app.invitations.pending', { count: pending }) : null}
      onClose={onClose}
      footer={
        <Link to="/invitations" onClick={onClose} className={button({ kind: 'bare', className: 'w-full' })}>
          {t('app.invitations.all')}
        </Link>
      }
    >
      <LoadPart
        query={query}
        loading={<Outline />}
        failed={
          <FailedPart
            query={query}
            text={t('app.invitations.not_loaded')}
            className="grid gap-3 px-4 py-3 text-sm text-ink-2"
          />
        }
      >
        {(inbox) =>
          inbox.length === 0 ? (
            <EmptyPanel
              drawing={<UnlitCampfire className="w-44" />}
              title={t('app.invitations.none')}
              note={t('app.invitations.none_note')}
            />
          ) : (
            <ul className="grid max-h-[min(34rem,62dvh)] divide-y-2 divide-dashed divide-line overflow-y-auto overscroll-contain px-4">
              {inbox.map((invitation) => (
                <li key={invitation.id} className="py-4 first:pt-2">
                  <InvitationItem
                    invitation={invitation}
                    when={relativeTime(new Date(invitation.created_at), new Date(), me.timezone)}
                    go="mission"
                  />
                </li>
              ))}
            </ul>
          )
        }
      </LoadPart>
    </PopoverPanel>
  );
}

function Outline() {
  const t = useT();
  return (
    <div className="px-4 pb-3">
      <p role="status" className="text-sm text-ink-2">
        {t('app.invitations.loading')}
      </p>
      {[1, 2].map((row) => (
        <div key={row} aria-hidden className="flex gap-3.5 py-4">
          <Skeleton className="size-15 shrink-0 rounded-full" />
          <div className="grid grow content-start gap-2">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
