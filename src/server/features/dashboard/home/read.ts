import type * as contract from '#contract/dashboard.ts';
import { addDays, dayOf, dayText } from '#domain/days.ts';
import { toWire } from '#domain/life-wire.ts';
import { breaksOf, nextPause, pauseOn } from '#domain/pauses.ts';
import { levelFor } from '#domain/points.ts';
import type { Deps } from '../../../app/deps.ts';
import { provenEmail, type UserRow } from '../../../facts/users.ts';
import { standingAt, toLife } from '../../../life/public.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { listInbox } from '../../invitations/public.ts';
import { findPause } from '../../streaks/pauses/public.ts';
import { listOwnMissions } from '../cards/queries.ts';
import { byUrgency, toMissionCard } from '../cards/view.ts';
import { readCompleted } from '../completed/read.ts';
import { facesOf, pickLeaderboardMission, readPeople, toStars } from '../stars/view.ts';
import { listOffers, QUILT_DAYS, readHome } from './queries.ts';

const WEEK = 7;

/** The caller of a dashboard. An API token gets no breaks, and a token that can only read gets no invitation codes. */
interface Caller {
  readonly token_id: string | null;
  readonly reads_only: boolean;
}

/** Reads the whole dashboard (docs/rules.md#missions). */
export async function readDashboard(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: UserRow,
  { token_id, reads_only }: Caller,
  now: Date,
): Promise<contract.Dashboard> {
  const quilt_since = addDays(dayOf(now, user.timezone), 1 - QUILT_DAYS);
  const [own, home] = await Promise.all([
    listOwnMissions(db, user.id, now),
    readHome(db, { ...user, is_proven: provenEmail(config, user) !== null }, quilt_since, now),
  ]);
  const days = standingAt(toLife(home), now);
  const { life, found } = days;
  const today = dayText(found.today);
  // Omits a mission that the user joined or left between the two reads.
  const rows = own.filter((row) => found.missions.has(row.id));
  const done = new Set(rows.filter((row) => found.missions.get(row.id)!.done).map((row) => row.id));
  const missions = rows.map((row) => toMissionCard(row, user, days, now)).sort(byUrgency(done));
  const active = missions.filter((card) => card.state === 'active').length;
  const breaks = breaksOf(life);
  const limit = planLimits(user, now, config.plans).active_missions;
  const leaders = new Map(rows.map((row) => [row.id, row.leaders]));
  const starred = pickLeaderboardMission(missions, rows);
  const week = Array.from({ length: WEEK }, (_, i) => addDays(today, i - WEEK + 1));
  const [people, completed, pause, pending_invitations, offers] = await Promise.all([
    readPeople(db, rows, starred && { ...starred, user_id: user.id }, week[0]!),
    readCompleted(db, { id: user.id, has_completed: home.has_completed }, found, now),
    pauseOn(breaks, today) ? findPause(db, user.id, today) : null,
    home.has_inbox ? listInbox({ db, config }, user, reads_only, now) : [],
    home.has_offers ? listOffers(db, user.id) : [],
  ]);
  return {
    missions: missions.map((card) => ({ ...card, members: facesOf(leaders.get(card.id)!, people) })),
    checked_in_missions: [...done],
    pending_invitations,
    stats: {
      level: levelFor(user.points),
      points: user.points,
      streak_days: found.streak,
      total_missions: active,
    },
    ...completed,
    offers,
    missions_left: limit === null ? null : Math.max(0, limit - active),
    today,
    pause,
    next_pause: nextPause(breaks, today) ?? null,
    quilt: home.quilt,
    imported_days: token_id === null ? home.imported_days : [],
    mission_stars: starred && toStars(starred, people, week),
    life: token_id === null ? toWire(life) : null,
  };
}
