import { v4 as uuid } from 'uuid';
import * as z from 'zod/mini';
import { type Mission, MissionInput } from '#contract/missions.ts';
import { isDay, type LocalDay, laterDay } from '#domain/days.ts';
import { DURATION_MAX, DURATION_MIN } from '#domain/limits.ts';
import { BOARDS, HABITS } from '#domain/missions.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import {
  DAILY,
  type DatedSchedule,
  nextRoundStart,
  type Schedule,
  scheduleProblem,
  type TimesAWeek,
  WEEKDAYS,
} from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import { DRAFTS } from '#web/data/drafts.ts';

/** The form as typed: every field is text. */
const MissionDraft = z.object({
  title: z.string(),
  description: z.string(),
  goal: z.string(),
  duration_days: z.string(),
  start_date: z.string(),
  /** In the format of `scheduleText`. */
  schedule: z.string(),
  board: z.enum(BOARDS),
  habit: z._default(z.enum(HABITS), 'shared'),
  /** The creator's own habit. */
  own_habit: z._default(z.string(), ''),
  /** In the format of `patchText`. Empty means that the patch follows the title or is drawn from the mission's ID. */
  patch: z.string(),
  /** A random text that decides the parts of the suggested patch that the title leaves open. */
  patch_seed: z.string(),
  level_goal: z.string(),
  streak_goal: z.string(),
  reward_description: z.string(),
});
export type MissionDraft = z.output<typeof MissionDraft>;

export const DEFAULT_DAYS = '30';

/** Formats a schedule as text for the form: `daily`, `weekly 3`, `weekdays mon wed fri`. */
export const scheduleText = (schedule: Schedule): string =>
  [
    schedule.kind,
    ...(schedule.kind === 'weekly' ? [schedule.times] : schedule.kind === 'weekdays' ? schedule.days : []),
  ].join(' ');

/** Parses the text of `scheduleText`. Weekdays are in the order of the week and can be none. */
export function scheduleOfText(text: string): Schedule {
  const [kind, ...parts] = text.split(' ');
  if (kind === 'weekly') return { kind, times: Number(parts[0]) as TimesAWeek };
  if (kind === 'weekdays') return { kind, days: WEEKDAYS.filter((day) => parts.includes(day)) };
  return DAILY;
}

/** Formats a patch as text, such as `book ember round`. The text is empty if none was chosen. */
export const patchText = (patch: ChosenPatch | null): string =>
  patch ? [patch.motif, patch.palette, patch.outline].join(' ') : '';

export function patchOfText(text: string): ChosenPatch | null {
  const [motif, palette, outline] = text.split(' ');
  return text === '' ? null : ({ motif, palette, outline } as ChosenPatch);
}

/** Returns null while the duration or the start date is invalid. */
export function datedScheduleOfDraft(
  draft: Pick<MissionDraft, 'schedule' | 'start_date' | 'duration_days'>,
): DatedSchedule | null {
  const duration_days = Number(draft.duration_days);
  const isPossible = Number.isInteger(duration_days) && duration_days >= DURATION_MIN && duration_days <= DURATION_MAX;
  if (!isPossible || !isDay(draft.start_date)) return null;
  return { schedule: scheduleOfText(draft.schedule), first_day: draft.start_date, duration_days };
}

/** Checks the schedule against the mission's days, which its own schema cannot see. */
export function checkSchedule(draft: MissionDraft): { schedule?: string } {
  const dated = datedScheduleOfDraft(draft);
  const problem = dated && scheduleProblem(dated);
  return problem ? { schedule: getT()(`problems.schedule_wrong.${problem}`) } : {};
}

export const emptyDraft = (today: LocalDay): MissionDraft => ({
  title: '',
  description: '',
  goal: '',
  duration_days: DEFAULT_DAYS,
  start_date: today,
  schedule: scheduleText(DAILY),
  board: 'stars',
  habit: 'shared',
  own_habit: '',
  patch: '',
  patch_seed: uuid(),
  level_goal: '',
  streak_goal: '',
  reward_description: '',
});

type Options = Pick<MissionDraft, 'habit' | 'level_goal' | 'streak_goal' | 'reward_description' | 'board'>;

/** Returns true if a goal, the reward or the board differs from its default. */
export const hasOptions = ({ habit, level_goal, streak_goal, reward_description, board }: Options): boolean =>
  level_goal !== '' || streak_goal !== '' || reward_description !== '' || (habit === 'shared' && board !== 'stars');

const textOf = (value: number | string | null) => (value === null ? '' : String(value));

export const draftOf = (mission: Mission): MissionDraft => ({
  title: mission.title,
  description: mission.description,
  goal: mission.goal,
  duration_days: String(mission.duration_days),
  start_date: mission.first_day,
  schedule: scheduleText(mission.schedule),
  board: mission.board,
  // A mission in the offline cache can be from an older server.
  habit: mission.habit ?? 'shared',
  own_habit: '',
  patch: patchText(mission.patch),
  patch_seed: mission.id,
  level_goal: textOf(mission.level_goal),
  streak_goal: textOf(mission.streak_goal),
  reward_description: textOf(mission.reward_description),
});

/** Returns the draft of the next round, with the creator's own habit of this round. */
export const nextRoundOf = (mission: Mission, today: LocalDay, meId: string): MissionDraft => ({
  ...draftOf(mission),
  start_date: nextRoundStart(mission, today),
  own_habit: mission.members.find(({ user_id }) => user_id === meId)?.own_habit ?? '',
});

const optionalNumber = (text: string) => (text.trim() === '' ? null : Number(text));

export const DraftInput = z.pipe(
  z.transform(
    (draft: MissionDraft): z.input<typeof MissionInput> => ({
      ...draft,
      duration_days: Number(draft.duration_days),
      schedule: scheduleOfText(draft.schedule),
      // Different habits have no ranking.
      board: draft.habit === 'own' ? 'together' : draft.board,
      patch: patchOfText(draft.patch),
      level_goal: optionalNumber(draft.level_goal),
      streak_goal: optionalNumber(draft.streak_goal),
    }),
  ),
  MissionInput,
);

/** Returns the draft's key in sessionStorage. Each `source` (a copy, a next round, a template) has its own draft. */
export const draftKey = (userId: string, source?: string): string =>
  source ? `${DRAFTS}${userId}:${source}` : `${DRAFTS}${userId}`;

/**
 * Returns the draft typed before a reload, or `initial`. The start date can be missing, but is never before today or the
 * start date of `initial`.
 */
export function readDraft(key: string, initial: MissionDraft, today: LocalDay): MissionDraft {
  try {
    const saved = z.safeParse(MissionDraft, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    if (saved.success) {
      const { start_date } = saved.data;
      const earliest = laterDay(initial.start_date, today);
      return { ...saved.data, start_date: start_date && laterDay(start_date, earliest) };
    }
  } catch {
    // Storage is unreadable or blocked: the form starts empty.
  }
  return initial;
}

export function saveDraft(key: string, draft: MissionDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // If storage is full or blocked, a reload loses the draft.
  }
}

export const clearDraft = (key: string): void => sessionStorage.removeItem(key);
