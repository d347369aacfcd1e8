import type { CompletedMission } from '#contract/dashboard.ts';
import { Patch } from '#web/drawings/patch.tsx';

/** The patch of a completed mission with the stitches of the user's own check-ins. */
export const CompletedPatch = ({ mission, size }: { mission: CompletedMission; size: number }) => (
  <Patch
    seed={mission.id}
    patch={mission.patch}
    done={mission.counted_checkins}
    total={mission.planned_days}
    size={size}
    label={`${mission.counted_checkins} of ${mission.planned_days} days stitched`}
  />
);
