import { useEffect, useState } from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { fetchPatchWords, type PatchWords } from './patch-words.ts';

const known = new Map<string, PatchWords>();

/** Returns the words of the screen's language, then English. Without a network it returns those already loaded. */
export function usePatchWords(): readonly PatchWords[] {
  const { tag } = useT().language;
  const [, setLoaded] = useState(0);
  const asked = [...new Set([tag, 'en'])];
  useEffect(() => {
    for (const language of new Set([tag, 'en']))
      if (!known.has(language))
        fetchPatchWords(language).then(
          (words) => {
            known.set(language, words);
            setLoaded((count) => count + 1);
          },
          // Without a network, titles suggest no motif.
          () => undefined,
        );
  }, [tag]);
  return asked.flatMap((language) => {
    const words = known.get(language);
    return words ? [words] : [];
  });
}
