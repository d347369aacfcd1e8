import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Mission } from '#contract/missions.ts';
import type { LocalDay } from '#domain/days.ts';
import { detailOf } from '#platform/web/lib/api/api-error.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import { draftOf, emptyDraft, type MissionDraft, nextRoundOf } from './mission-draft.ts';
import { fieldsOfTemplate, startOf, TEMPLATES } from './templates.ts';

/** The source of the form's first values: a mission to copy or continue, a template, or nothing. */
export type Source =
  | { kind: 'copy' | 'round'; mission: Mission }
  | { kind: 'idea'; name: string }
  | { kind: 'nothing' };

export function filledBy(
  t: ScreenTranslate,
  source: Source,
  today: LocalDay,
  meId: string,
): { draft: MissionDraft; name?: string } {
  const empty = emptyDraft(today);
  switch (source.kind) {
    case 'copy':
      return { draft: { ...draftOf(source.mission), start_date: today }, name: source.mission.id };
    case 'round':
      return { draft: nextRoundOf(source.mission, today, meId), name: `round ${source.mission.id}` };
    case 'idea': {
      const template = TEMPLATES.find(({ id }) => id === source.name);
      if (!template) return { draft: empty };
      const draft = { ...empty, ...fieldsOfTemplate(t, template), start_date: startOf(template, '', today) };
      return { draft, name: source.name };
    }
    case 'nothing':
      return { draft: empty };
  }
}

const route = getRouteApi('/queries/app/create-mission');

/** Returns undefined while the mission loads, and `nothing` if that fails. */
export function useSource(): Source | undefined {
  const t = useT();
  const { from, previous, idea } = route.useSearch();
  const missionId = previous ?? from;
  const { data, error } = useQuery({ ...missionQuery(missionId ?? ''), enabled: missionId !== undefined });
  useEffect(() => {
    if (!error) return;
    toast.error(t('app.missions.load_failed', { detail: detailOf(error, t('app.missions.missing')) }));
  }, [error, t]);
  // Checks `data` first, so a later failure does not replace a form in use.
  if (data) return { kind: previous === undefined ? 'copy' : 'round', mission: data };
  if (missionId !== undefined && !error) return undefined;
  return idea === undefined ? { kind: 'nothing' } : { kind: 'idea', name: idea };
}

export function leadOf(t: ScreenTranslate, source: Source | undefined): string {
  if (source?.kind !== 'round') return t('app.missions.create.lead');
  const { round, members } = source.mission;
  const next = { round: round + 1 };
  return members.length === 1
    ? t('app.missions.create.lead_round_alone', next)
    : t('app.missions.create.lead_round', next);
}

export const keyOf = (source: Source): string =>
  'mission' in source ? `${source.kind} ${source.mission.id}` : source.kind === 'idea' ? source.name : source.kind;
