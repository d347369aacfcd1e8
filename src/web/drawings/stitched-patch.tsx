import { useT } from '#platform/web/lib/language.ts';
import { Patch } from './patch.tsx';

interface Stitched {
  readonly id: string;
  readonly patch: Parameters<typeof Patch>[0]['patch'];
  readonly counted_checkins: number;
  readonly planned_days: number;
}

interface StitchedPatchProps {
  mission: Stitched;
  size: number;
  pale?: boolean;
  animateNewest?: boolean;
}

/** A mission's patch with the stitches of the user's own check-ins. */
export function StitchedPatch({ mission, ...look }: StitchedPatchProps) {
  const t = useT();
  return (
    <Patch
      {...look}
      seed={mission.id}
      patch={mission.patch}
      done={mission.counted_checkins}
      total={mission.planned_days}
      label={t('start.kit.days_stitched', { done: mission.counted_checkins, total: mission.planned_days })}
    />
  );
}
