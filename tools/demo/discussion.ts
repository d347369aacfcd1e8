import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { type DemoCheckin, joinedAgo, roll } from './calendar.ts';
import type { DemoPerson } from './people.ts';

export interface DemoPost {
  readonly at: Date;
  readonly about: DemoCheckin;
  readonly person: DemoPerson;
  readonly reaction?: ReactionType;
  readonly comment?: string;
  readonly replies_to?: DemoPost;
}

/** Comments with their replies; `@` is the author of the check-in. */
const COMMENTS: readonly (readonly [string, string])[] = [
  ['This made my evening.', 'Then it was worth the late night.'],
  ['How do you find the time? Asking for myself.', 'Badly. But I find it.'],
  ['Proud of you, @!', 'Say that again in a week.'],
  ['Saving this one for a slow day.', 'Slow days are the best ones.'],
  ['I was this close to skipping. Then I saw this.', "Then we're even."],
  ['Same time tomorrow, @?', 'Same time, same kettle.'],
];

function canPost(person: DemoPerson, { mission, at }: DemoCheckin, now: Date): boolean {
  const joined = joinedAgo(mission, person.key);
  return joined !== null && now.getTime() - at.getTime() < (joined - 1) * 24 * HOUR_MS;
}

function discussionOf(about: DemoCheckin, people: readonly DemoPerson[], now: Date): DemoPost[] {
  const posts: DemoPost[] = [];
  const seed = `${about.mission.title} ${about.person.key} ${about.at.getTime() - now.getTime()}`;
  for (const person of people) {
    if (person === about.person || !canPost(person, about, now)) continue;
    const dice = roll(`${seed} ${person.key}`);
    const at = new Date(about.at.getTime() + (dice + 3) * MINUTE_MS);
    // Texts get more reactions than ticks.
    const odds = about.content ? 52 : 14;
    if (dice < odds) posts.push({ at, about, person, reaction: REACTION_TYPES[dice % REACTION_TYPES.length]! });
    if (!about.content || dice % 7 !== 0) continue;
    const [said, answered] = COMMENTS[dice % COMMENTS.length]!;
    const comment = {
      at: new Date(at.getTime() + MINUTE_MS),
      about,
      person,
      comment: said.replace('@', `@${about.person.name}`),
    };
    posts.push(comment);
    if (dice % 2 === 0)
      posts.push({
        at: new Date(at.getTime() + HOUR_MS),
        about,
        person: about.person,
        comment: answered,
        replies_to: comment,
      });
  }
  return posts;
}

/** Returns the demo's reactions and comments, in order of time; none in the future. */
export const demoDiscussion = (
  people: readonly DemoPerson[],
  checkins: readonly DemoCheckin[],
  now: Date,
): DemoPost[] =>
  checkins
    .flatMap((about) => discussionOf(about, people, now))
    .filter(({ at }) => at < now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
