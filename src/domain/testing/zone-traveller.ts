import type { CheckinPosition } from '../checkin-day.ts';
import { checkinDay } from '../checkin-day.ts';
import type { CheckinDayName } from '../checkins.ts';
import { addDays, dayOf, type LocalDay, startOfDay } from '../days.ts';
import { buildLedger } from '../ledger.ts';
import * as streaks from '../streaks.ts';

export type MissionName = 'run' | 'read';
export type Who = 'user' | MissionName;

const HOUR = 3_600_000;

/**
 * One user with two missions who travels through time and zones, and maintains counters and rows as the server does.
 */
export class ZoneTraveller {
  readonly #first: LocalDay;
  #now: number;
  #zone: string;
  /** Those that excuse days. */
  readonly #changes: streaks.ZoneChange[] = [];
  #moved_at: Date | null = null;
  readonly #rows: Record<MissionName, CheckinPosition[]> = { run: [], read: [] };
  #rest: LocalDay[] = [];
  #user = streaks.NO_USER_STREAK;
  #members: Record<MissionName, streaks.MemberStreak> = {
    run: streaks.NO_MEMBER_STREAK,
    read: streaks.NO_MEMBER_STREAK,
  };

  constructor(first: LocalDay, zone: string) {
    this.#first = first;
    this.#zone = zone;
    this.#now = startOfDay(first, zone).getTime();
  }

  today(): LocalDay {
    return dayOf(new Date(this.#now), this.#zone);
  }

  /** The instant, in milliseconds, at which day number `index` (0 is the first) starts in the current zone. */
  startOf(index: number): number {
    return startOfDay(addDays(this.#first, index), this.#zone).getTime();
  }

  goTo(time: number): void {
    this.#now = time;
  }

  wait(hours: number): void {
    this.#now += hours * HOUR;
  }

  move(zone: string): void {
    const change = {
      changed_at: new Date(this.#now),
      old_day: this.today(),
      new_day: dayOf(new Date(this.#now), zone),
    };
    this.#zone = zone;
    this.#moved_at = change.changed_at;
    if (streaks.isExcusing(change, this.#changes)) this.#changes.push(change);
    this.#rebuild();
  }

  checkIn(mission: MissionName, hoursAgo: number, day?: CheckinDayName): void {
    const result = checkinDay({
      now: new Date(this.#now),
      performed_at: hoursAgo === 0 ? undefined : new Date(this.#now - hoursAgo * HOUR),
      day,
      zone: this.#zone,
      zone_changed_at: this.#moved_at,
      first_day: this.#first,
      duration_days: 365,
      completed: false,
      member_last_day: this.#members[mission].streak_last_day,
      others: this.#rows[mission],
    });
    if (!result.ok) return;
    this.#rows[mission].push({ local_day: result.day, performed_at: result.performed_at });
    const lastDays = [this.#user.streak_last_day, this.#members[mission].streak_last_day];
    if (lastDays.some((last) => last !== null && result.day < last)) {
      this.#rebuild();
      return;
    }
    const recorded = streaks.recordUserDay(this.#user, result.day, this.#isExcused());
    this.#user = recorded.state;
    this.#rest = [...this.#rest, ...recorded.used_rest];
    this.#members[mission] = streaks.recordMemberDay(this.#members[mission], result.day, this.#isBridged(this.#rest));
  }

  /** The days of the check-ins in the order of their instants. */
  daysInOrder(mission: MissionName): LocalDay[] {
    return this.#rows[mission]
      .toSorted((a, b) => a.performed_at.getTime() - b.performed_at.getTime())
      .map(({ local_day }) => local_day);
  }

  #days(mission: MissionName): LocalDay[] {
    return this.#rows[mission].map(({ local_day }) => local_day);
  }

  checkins(mission: MissionName): number {
    return this.#rows[mission].length;
  }

  counters() {
    return { user: this.#user, rest: this.#rest, ...this.#members };
  }

  rebuilt(): ReturnType<ZoneTraveller['counters']> {
    const user = streaks.rebuildUser([...this.#days('run'), ...this.#days('read')], this.#isExcused());
    const isBridged = this.#isBridged(user.rest_days_used);
    return {
      user: user.state,
      rest: user.rest_days_used,
      run: streaks.rebuildMember(this.#days('run'), isBridged),
      read: streaks.rebuildMember(this.#days('read'), isBridged),
    };
  }

  current(who: Who): number {
    if (who === 'user') return streaks.currentUserStreak(this.#user, this.today(), this.#isExcused());
    return streaks.currentMemberStreak(this.#members[who], this.today(), this.#isBridged(this.#restAndCovered()));
  }

  /** The streak as a person counts it on the ledger: checked days back from today, up to the first missed one. */
  countBack(who: Who): number {
    const ledger = buildLedger({
      today: this.today(),
      checked: new Set(who === 'user' ? [...this.#days('run'), ...this.#days('read')] : this.#days(who)),
      rest: new Set(this.#restAndCovered()),
      excused: streaks.excusedDays(this.#changes),
      days: 250,
    });
    const sinceMissed = ledger.slice(ledger.findLastIndex(({ state }) => state === 'missed') + 1);
    return sinceMissed.filter(({ state }) => state === 'checked').length;
  }

  #restAndCovered(): LocalDay[] {
    return [...this.#rest, ...streaks.coveredRestDays(this.#user, this.today(), this.#isExcused())];
  }

  #isExcused(): streaks.DayTest {
    const excused = streaks.excusedDays(this.#changes);
    return (day) => excused.has(day);
  }

  #isBridged(rest: readonly LocalDay[]): streaks.DayTest {
    const isExcused = this.#isExcused();
    return (day) => isExcused(day) || rest.includes(day);
  }

  #rebuild(): void {
    const { user, rest, ...members } = this.rebuilt();
    this.#user = user;
    this.#rest = rest;
    this.#members = members;
  }
}
