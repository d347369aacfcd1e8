import type * as contract from '#contract/dashboard.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { nextPause, pauseOn } from '#domain/pauses.ts';
import { levelFor } from '#domain/points.ts';
import { currentUserStreak, hasGap, stateShown } from '#domain/streaks.ts';
import type { Deps } from '../../../app/deps.ts';
import { takesYesterday } from '../../../facts/excuses.ts';
import { isCheckedOn } from '../../../facts/positions.ts';
import { provenEmail, type UserRow } from '../../../facts/users.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { listInbox } from '../../invitations/public.ts';
import { listOwnMissions } from '../cards/queries.ts';
import { bridgesOf, byUrgency, toMissionCard } from '../cards/view.ts';
import { listCompleted } from '../completed/queries.ts';
import { toCompleted } from '../completed/view.ts';
import { chooseStarred, facesOf, readPeople, toStars } from '../stars/view.ts';
import { listOffers, QUILT_DAYS, readHome } from './queries.ts';

const WEEK = 7;

/** The dashboard in one answer (docs/rules.md#the-dashboard). `reads_only` is a token that can only read. */
export async function readDashboard(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: UserRow,
  reads_only: boolean,
  now: Date,
): Promise<contract.Dashboard> {
  const today = dayOf(now, user.timezone);
  const last = user.streak_last_day;
  const [rows, home] = await Promise.all([
    listOwnMissions(db, user, now),
    readHome(
      db,
      { ...user, is_proven: provenEmail(config, user) !== null },
      { quilt_since: addDays(today, 1 - QUILT_DAYS), gap_since: hasGap(last, today) ? last : null },
      now,
    ),
  ]);
  const { isBridged, bridges } = bridgesOf(user, home, now);
  const cards = rows.map((row) => toMissionCard(row, user, today, bridges, now));
  const done = new Set(rows.filter((row) => isCheckedOn(row, today)).map((row) => row.id));
  const missions = cards.sort(byUrgency(done));
  const active = missions.filter((card) => card.state === 'active').length;
  const pause = pauseOn(home.excuses.pauses, today);
  const next = nextPause(home.excuses.pauses, today);
  const limit = planLimits(user, now, config.plans).active_missions;
  const leaders = new Map(rows.map((row) => [row.id, row.leaders]));
  const starred = chooseStarred(missions, rows);
  const week = Array.from({ length: WEEK }, (_, i) => addDays(today, i - WEEK + 1));
  const [people, completed, pending_invitations, offers] = await Promise.all([
    readPeople(db, rows, starred && { ...starred, user_id: user.id }, week[0]!),
    home.has_completed ? listCompleted(db, user.id) : [],
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
      streak_days: currentUserStreak(stateShown(user, today, takesYesterday(user, now)), today, isBridged),
      total_missions: active,
    },
    ...toCompleted(completed, user.id, now),
    offers,
    missions_left: limit === null ? null : Math.max(0, limit - active),
    today,
    pause: pause ? { id: pause.id, to_day: pause.to_day } : null,
    next_pause: next ? { from_day: next.from_day, to_day: next.to_day } : null,
    quilt: home.quilt,
    mission_stars: starred && toStars(starred, people, week),
  };
}
