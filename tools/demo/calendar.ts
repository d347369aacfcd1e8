import { addDays, dayOf, type LocalDay, startOfDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { WEEK } from '#domain/schedule.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import type { DemoMission } from './missions.ts';
import type { DemoPerson } from './people.ts';

export interface DemoCheckin {
  readonly at: Date;
  readonly person: DemoPerson;
  readonly mission: DemoMission;
  readonly content: string;
}

/** Returns a number from 0 to 99 that depends only on the text, so that every demo is the same. */
export function roll(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 0) % 100;
}

const ownerOf = (mission: DemoMission, people: readonly DemoPerson[]) =>
  people.find((person) => person.key === mission.members[0])!;

/** Returns the first day of a mission in its owner's zone. For other members, it can be the day before or after. */
export const firstDayOf = (mission: DemoMission, people: readonly DemoPerson[], now: Date): LocalDay =>
  addDays(dayOf(now, ownerOf(mission, people).timezone), -mission.began);

/** Returns when a member joined, in days before today. Members without a number join the evening before the start. */
export const joinedAgo = (mission: DemoMission, key: string): number | null => {
  for (const member of mission.members) {
    if (member === key) return mission.began + 1;
    if (typeof member !== 'string' && member[0] === key) return member[1];
  }
  return null;
};

const isOut = (person: DemoPerson, ago: number) =>
  person.away.includes(ago) || roll(`${person.key} ${ago}`) >= person.checkin_rate;

/**
 * Returns true if a person checks in to a mission of times a week on that day. Each week has exactly the required
 * number.
 */
function isChosen(person: DemoPerson, { title, schedule, began }: DemoMission, ago: number): boolean {
  if (schedule?.kind !== 'weekly') return true;
  const shifted = began - ago + roll(`${person.key} ${title} week`);
  // A step of `times` visits all seven remainders, so exactly `times` of seven days are below it.
  return (shifted * schedule.times) % WEEK < schedule.times;
}

function isCheckedIn(person: DemoPerson, mission: DemoMission, ago: number, first: boolean): boolean {
  const joined = joinedAgo(mission, person.key);
  if (joined === null || ago >= joined || !isChosen(person, mission, ago)) return false;
  if (ago === 0) return person.today === 'all' || (person.today === 'one' && first);
  return !isOut(person, ago);
}

/**
 * Returns an instant near the person's usual hour on that day. For today it is not in the future, or null if it is too
 * early.
 */
function instantOf(person: DemoPerson, mission: DemoMission, ago: number, arrived_at: Date): Date | null {
  const today = dayOf(arrived_at, person.timezone);
  const start = startOfDay(addDays(today, -ago), person.timezone).getTime();
  const usual = start + person.hour * HOUR_MS + roll(`${person.key} ${mission.title} ${ago}`) * MINUTE_MS;
  if (ago > 0) return new Date(usual);
  const latest = arrived_at.getTime() - (roll(`${person.key} ${mission.title}`) + 1) * MINUTE_MS;
  const at = Math.min(usual, latest);
  return at > start ? new Date(at) : null;
}

function textOf(person: DemoPerson, mission: DemoMission, ago: number): string {
  const dice = roll(`${mission.title} ${person.key} ${ago} text`);
  return dice < 55 ? '' : mission.texts[dice % mission.texts.length]!;
}

export function demoCheckins(
  people: readonly DemoPerson[],
  missions: readonly DemoMission[],
  now: Date,
): DemoCheckin[] {
  const checkins: DemoCheckin[] = [];
  for (const person of people) {
    const own = missions.filter((mission) => joinedAgo(mission, person.key) !== null);
    const today = dayOf(now, person.timezone);
    for (const mission of own) {
      const from = firstDayOf(mission, people, now);
      const to = lastDay(from, mission.duration_days);
      for (let ago = mission.began; ago >= 0; ago--) {
        const day = addDays(today, -ago);
        if (day < from || day > to || !isCheckedIn(person, mission, ago, mission === own[0])) continue;
        const at = instantOf(person, mission, ago, now);
        if (at) checkins.push({ at, person, mission, content: textOf(person, mission, ago) });
      }
    }
  }
  return checkins.sort((one, other) => one.at.getTime() - other.at.getTime());
}
