import type { Mission } from '#contract/missions.ts';
import { type CheckinDay, checkinDay, missionState } from '#domain/missions.ts';
import type { Queryable } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';

export interface MissionRow {
  id: string;
  title: string;
  description: string;
  goal: string;
  duration_days: number;
  first_day: string;
  timezone: string;
  start_date: string;
  end_date: string;
  owner_id: string;
  level_goal: number | null;
  streak_goal: number | null;
  reward_description: string | null;
  invitation_code: string | null;
  is_active: boolean;
  completed_at: string | null;
  created_at: string;
}

/** The columns of MissionRow, for queries on `missions m`. */
export const MISSION_COLUMNS = `m.id, m.title, m.description, m.goal, m.duration_days, m.first_day, m.timezone,
  m.start_date, m.end_date, m.owner_id, m.level_goal, m.streak_goal, m.reward_description, m.invitation_code,
  m.is_active, m.completed_at, m.created_at`;

export const stateOf = (
  mission: Pick<MissionRow, 'is_active' | 'end_date' | 'completed_at'>,
  now: Date,
): Mission['state'] =>
  missionState(
    {
      is_active: mission.is_active,
      end_date: new Date(mission.end_date),
      completed_at: mission.completed_at === null ? null : new Date(mission.completed_at),
    },
    now,
  );

/**
 * The mission, for a member of it. For anyone else it is not there: a stranger, one who left and a made-up id get
 * the same 404 (Decisions 4).
 */
export async function requireMember(db: Queryable, userId: string, missionId: string): Promise<MissionRow> {
  const [row] = await db.rows<MissionRow>(
    `select ${MISSION_COLUMNS} from missions m join members mb on mb.mission_id = m.id
     where m.id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [missionId, userId],
  );
  return row ?? fail('mission_not_found');
}

/** The mission, for its owner; a member who is not gets 403. */
export async function requireOwner(db: Queryable, userId: string, missionId: string): Promise<MissionRow> {
  const mission = await requireMember(db, userId, missionId);
  if (mission.owner_id !== userId) fail('not_owner');
  return mission;
}

interface Viewer {
  id: string;
  timezone: string;
}

/** The day a check-in of this member would count for now, or why there can be none. */
export function checkinDayNow(
  mission: Pick<MissionRow, 'first_day' | 'duration_days' | 'completed_at'>,
  viewer: Pick<Viewer, 'timezone'>,
  memberLastDay: string | null,
  now: Date,
): CheckinDay {
  return checkinDay({
    now,
    zone: viewer.timezone,
    first_day: mission.first_day,
    duration_days: mission.duration_days,
    completed: mission.completed_at !== null,
    member_last_day: memberLastDay,
  });
}

/** What the asking member may do, so that no screen has to guess (Decisions 4). */
export function permissions(
  mission: MissionRow,
  viewer: Viewer,
  memberLastDay: string | null,
  now: Date,
): Mission['can'] {
  const owner = mission.owner_id === viewer.id;
  return {
    edit: owner,
    delete: owner,
    complete: owner && stateOf(mission, now) === 'ended',
    invite: owner && stateOf(mission, now) === 'active',
    check_in: checkinDayNow(mission, viewer, memberLastDay, now).ok,
    leave: !owner,
  };
}
