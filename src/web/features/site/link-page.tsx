import { type ComponentProps, useEffect, useRef } from 'react';
import type { KeyPreview } from '#contract/checkin-keys.ts';
import { EmptyState } from '#platform/web/kit/empty-state.tsx';
import type { Retry } from '#platform/web/kit/load-part.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { isRetryable } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Campfire } from '#web/drawings/campfire.tsx';
import { Flame } from '#web/drawings/flame.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { CampfirePage, DeadLinkPage } from './campfire-page.tsx';

const Scene = () => (
  <div aria-hidden className="aspect-420/240 w-full overflow-hidden rounded-xl bg-dusk">
    <Campfire className="h-full w-full" />
  </div>
);

/** The mission's patch, which replaces the fire of pages without a mission. */
const MissionScene = ({ mission }: { mission: LinkedMission }) => (
  <div aria-hidden className="grid aspect-420/240 w-full place-items-center rounded-xl bg-dusk [--line:#6b4d80]">
    <Patch seed={mission.mission_id} patch={mission.patch} done={0} total={1} size={150} label="" />
  </div>
);

type LinkedMission = Pick<KeyPreview, 'mission_id' | 'patch'>;

interface LinkPageProps extends Pick<ComponentProps<typeof EmptyState>, 'title' | 'lead' | 'children' | 'action'> {
  mission?: LinkedMission;
}

/** The page of a link that works without a session: its purpose and its action. */
export function LinkPage({ action, mission, ...props }: LinkPageProps) {
  return (
    <CampfirePage>
      <EmptyState
        drawing={mission ? <MissionScene mission={mission} /> : <Scene />}
        level={1}
        action={action && <div className="grid gap-3">{action}</div>}
        {...props}
      />
    </CampfirePage>
  );
}

/** The page after the link has checked in. It takes the focus from the removed button. */
export function LinkDone({ children, ...props }: LinkPageProps) {
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <LinkPage {...props}>
      <div ref={done} tabIndex={-1} role="status" className="flex items-center justify-center gap-3">
        <Flame className="jump h-9 w-auto shrink-0" />
        <p>{children}</p>
      </div>
    </LinkPage>
  );
}

export function LinkSkeleton() {
  const t = useT();
  return (
    <CampfirePage>
      <div className="grid justify-items-center rounded-xl bg-card p-5 pb-9 shadow-card sm:p-8 sm:pb-12">
        <Loading label={t('start.link.checking')} />
        <div aria-hidden className="grid aspect-420/240 w-full place-items-center rounded-xl bg-dusk">
          <span className="size-37.5 rounded-full bg-on-night/10" />
        </div>
        <Skeleton className="mt-6 h-[1lh] w-1/2 text-sm" />
        <Skeleton className="mt-1 h-[1lh] w-4/5 text-xl sm:text-2xl" />
        <Skeleton className="mt-2.5 h-[1lh] w-full max-w-md" />
        <Skeleton className="mt-6 h-12 w-full max-w-xs" />
        <Skeleton className="mt-3 h-12 w-full max-w-xs" />
      </div>
    </CampfirePage>
  );
}

/** The page of a link that does not exist or cannot be loaded. */
export function UnknownLink({ query }: { query: Retry & { error: unknown } }) {
  const t = useT();
  const transient = isRetryable(query.error);
  return (
    <DeadLinkPage title={t(transient ? 'start.link.failed' : 'start.link.dead')} query={transient ? query : undefined}>
      {t(transient ? 'start.link.unreachable' : 'start.link.expired')}
    </DeadLinkPage>
  );
}
