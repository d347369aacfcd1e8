import * as z from 'zod/mini';
import { type Mission, MissionInput } from '#contract/missions.ts';
import { type LocalDay, laterDay } from '#domain/days.ts';

/** The form as it is typed: every field is text. */
const MissionDraft = z.object({
  title: z.string(),
  description: z.string(),
  goal: z.string(),
  duration_days: z.string(),
  start_date: z.string(),
  level_goal: z.string(),
  streak_goal: z.string(),
  reward_description: z.string(),
});
export type MissionDraft = z.output<typeof MissionDraft>;

export const emptyDraft = (today: LocalDay): MissionDraft => ({
  title: '',
  description: '',
  goal: '',
  duration_days: '30',
  start_date: today,
  level_goal: '',
  streak_goal: '',
  reward_description: '',
});

const textOf = (value: number | string | null) => (value === null ? '' : String(value));

/** A mission as the form shows it. */
export const draftOf = (mission: Mission): MissionDraft => ({
  title: mission.title,
  description: mission.description,
  goal: mission.goal,
  duration_days: String(mission.duration_days),
  start_date: mission.first_day,
  level_goal: textOf(mission.level_goal),
  streak_goal: textOf(mission.streak_goal),
  reward_description: textOf(mission.reward_description),
});

const optionalNumber = (text: string) => (text.trim() === '' ? null : Number(text));

/** What is typed, read as the call wants it: empty goals are null (Spec 5). */
export const DraftInput = z.pipe(
  z.transform(
    (draft: MissionDraft): z.input<typeof MissionInput> => ({
      ...draft,
      duration_days: Number(draft.duration_days),
      level_goal: optionalNumber(draft.level_goal),
      streak_goal: optionalNumber(draft.streak_goal),
    }),
  ),
  MissionInput,
);

const keyOf = (userId: string) => `mission-draft:${userId}`;

/** What was typed in this tab before a reload; a start date that has passed since becomes today. */
export function readDraft(userId: string, today: LocalDay): MissionDraft {
  try {
    const kept = z.safeParse(MissionDraft, JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'));
    if (kept.success) return { ...kept.data, start_date: laterDay(kept.data.start_date, today) };
  } catch {
    // Unreadable or forbidden storage: one begins anew.
  }
  return emptyDraft(today);
}

export function keepDraft(userId: string, draft: MissionDraft): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage only means that a reload forgets.
  }
}

export function clearDraft(userId: string): void {
  sessionStorage.removeItem(keyOf(userId));
}
