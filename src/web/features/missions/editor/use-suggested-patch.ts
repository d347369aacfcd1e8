import { useEffect, useState } from 'react';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';
import type { MissionDraft } from './mission-draft.ts';
import { suggestPatch } from './suggest-patch.ts';
import { usePatchWords } from './use-patch-words.ts';

type Titled = Pick<MissionDraft, 'title' | 'patch_seed'>;

/** The pause in typing after which the patch follows the title. */
const STILL_MS = 300;

/** Returns a function that suggests a patch that differs from the user's other open missions. */
export function useSuggestPatch(missionId?: string): (draft: Titled) => ChosenPatch {
  const missions = useDashboardData()?.missions ?? [];
  const words = usePatchWords();
  const taken = missions.flatMap((mission) => (mission.id === missionId ? [] : (mission.patch ?? [])));
  return ({ title, patch_seed }) => suggestPatch(title, words, taken, patch_seed);
}

export function useSuggestedPatch({ title, patch_seed }: Titled, missionId?: string): ChosenPatch {
  const [still, setStill] = useState(title);
  const suggest = useSuggestPatch(missionId);
  useEffect(() => {
    const timer = setTimeout(() => setStill(title), STILL_MS);
    return () => clearTimeout(timer);
  }, [title]);
  return suggest({ title: still, patch_seed });
}
