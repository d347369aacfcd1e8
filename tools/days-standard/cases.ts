import type { LocalDay } from '#domain/days.ts';
import type { DayState } from '#domain/outcomes.ts';
import type { Schedule } from '#domain/schedule.ts';

/** A plan of a case. `standard/case.schema.json` explains the fields. */
export interface CasePlan {
  first_day: LocalDay;
  days: number;
  schedule: Schedule;
  joined_at?: string;
}

export interface TryEvent {
  at: string;
  do: 'check_in';
  plan: string;
  for?: 'yesterday';
  made_at?: string;
  sent_at?: string;
}

export type CaseEvent =
  | TryEvent
  | { at: string; do: 'move'; zone: string }
  | { at: string; do: 'break'; from: LocalDay; to: LocalDay }
  | { at: string; do: 'end_break' }
  | { at: string; do: 'take_back'; plan: string; day: LocalDay }
  | { at: string; do: 'edit'; plan: string; first_day: LocalDay; days: number }
  | { at: string; do: 'leave' | 'return' | 'complete'; plan: string };

export interface Case {
  id: string;
  zone: string;
  plans: Record<string, CasePlan>;
  events: CaseEvent[];
  ask_at: string;
}

/** The day of a check-in, or null for a refused attempt. */
export type TriedCheckin = { day: LocalDay; extra?: true } | null;

interface WeekAnswer {
  from: LocalDay;
  to: LocalDay;
  done: number;
  target: number;
}

export interface PlanAnswer {
  days: string;
  streak: number;
  longest: number;
  rest_days: number;
  due_today: boolean;
  needed_today: boolean;
  yesterday: { can: boolean; open: boolean };
  week: WeekAnswer | null;
  planned: number;
  share: number;
  comebacks: LocalDay[];
}

export interface OwnAnswer {
  days: string;
  streak: number;
  longest: number;
  rest_days: number;
}

/** The result of a case, without plans that the member has left. */
export interface CaseAnswer {
  check_ins: TriedCheckin[];
  plans: Record<string, PlanAnswer>;
  own: OwnAnswer;
}

export const LETTERS: Record<Exclude<DayState, 'none'>, string> = {
  checked: 'c',
  free: 'f',
  excused: 'e',
  rest: 'r',
  missed: 'm',
  open: 'o',
};
