import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import { type DemoCheckin, joinedAgo, roll } from './calendar.ts';
import type { DemoPerson } from './people.ts';

/** What somebody does about a check-in, at an instant after it. */
export interface DemoTalk {
  readonly at: Date;
  readonly about: DemoCheckin;
  readonly person: DemoPerson;
  readonly reaction?: ReactionType;
  readonly comment?: string;
  /** The comment that this one replies to. */
  readonly replies_to?: DemoTalk;
}

/** Comments and what is answered to them; `@` is the author of the check-in. */
const COMMENTS: readonly (readonly [string, string])[] = [
  ['This made my evening.', 'Then it was worth the lamp.'],
  ['How do you find the time? Asking for myself.', 'Badly. But I find it.'],
  ['Proud of you, @!', 'Say that again in a week.'],
  ['Saving this one for a slow day.', 'Slow days are the best ones.'],
  ['I was this close to skipping. Then I saw this.', 'Then we are even.'],
  ['Same time tomorrow, @?', 'Same time, same kettle.'],
];

/** Whether the person was in the mission, and had come before the check-in. */
function mayTalk(person: DemoPerson, { mission, at }: DemoCheckin, now: Date): boolean {
  const joined = joinedAgo(mission, person.key);
  return joined !== null && now.getTime() - at.getTime() < (joined - 1) * 24 * HOUR_MS;
}

function talkAbout(about: DemoCheckin, people: readonly DemoPerson[], now: Date): DemoTalk[] {
  const talks: DemoTalk[] = [];
  const seed = `${about.mission.title} ${about.person.key} ${about.at.getTime() - now.getTime()}`;
  for (const person of people) {
    if (person === about.person || !mayTalk(person, about, now)) continue;
    const dice = roll(`${seed} ${person.key}`);
    const at = new Date(about.at.getTime() + (dice + 3) * MINUTE_MS);
    // Words earn more than ticks.
    const odds = about.content ? 52 : 14;
    if (dice < odds) talks.push({ at, about, person, reaction: REACTION_TYPES[dice % REACTION_TYPES.length]! });
    if (!about.content || dice % 7 !== 0) continue;
    const [said, answered] = COMMENTS[dice % COMMENTS.length]!;
    const comment = {
      at: new Date(at.getTime() + MINUTE_MS),
      about,
      person,
      comment: said.replace('@', `@${about.person.name}`),
    };
    talks.push(comment);
    if (dice % 2 === 0)
      talks.push({
        at: new Date(at.getTime() + HOUR_MS),
        about,
        person: about.person,
        comment: answered,
        replies_to: comment,
      });
  }
  return talks;
}

/** Reactions and comments among the people of the demonstration, in the order of time; none of the future. */
export const planDiscussion = (people: readonly DemoPerson[], planned: readonly DemoCheckin[], now: Date): DemoTalk[] =>
  planned
    .flatMap((about) => talkAbout(about, people, now))
    .filter(({ at }) => at < now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
