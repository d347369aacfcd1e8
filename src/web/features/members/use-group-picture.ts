import { type RefObject, useEffect, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { groupOf } from '#domain/fire-scene.ts';
import { useT } from '#platform/web/lib/language.ts';
import type { GroupPicture } from './draw-group.ts';
import type { GroupText } from './share-group.ts';
import { isEveryoneIn, sceneMembersOf } from './who-is-in.ts';

/** Returns true after the element first comes into view while `watches`. */
function useSeen(element: RefObject<Element | null>, watches: boolean): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !watches || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, seen, watches]);
  return seen;
}

async function draw(facts: string): Promise<File | null> {
  const { drawGroup } = await import('./draw-group.ts');
  return drawGroup(JSON.parse(facts) as GroupPicture);
}

interface PictureSource {
  mission: Pick<Mission, 'title' | 'members'>;
  meId: string;
  words: Pick<GroupText, 'line' | 'day'>;
  button: RefObject<Element | null>;
  /** Whether the animation after a check-in is over. */
  ready: boolean;
}

interface DrawnPicture {
  /** Null until it is drawn. */
  picture: File | null;
  failed: boolean;
}

/**
 * Returns the group's picture. It is drawn before a press, because browsers refuse to share
 * if the press is too long ago.
 */
export function useGroupPicture({ mission, meId, words, button, ready }: PictureSource): DrawnPicture {
  const { direction } = useT().language;
  const [drawn, setDrawn] = useState<{ facts: string; file: File | null } | null>(null);
  const isSeen = useSeen(button, ready);
  const picture: GroupPicture = {
    ...groupOf(sceneMembersOf(mission.members), meId),
    all: isEveryoneIn(mission.members),
    title: mission.title,
    line: words.line,
    day: words.day,
    host: globalThis.location?.host ?? '',
    direction,
  };
  const facts = JSON.stringify(picture);
  useEffect(() => {
    if (!isSeen) return;
    let isCurrent = true;
    draw(facts).then(
      (file) => isCurrent && setDrawn({ facts, file }),
      // Without the picture, the press shares the text.
      () => isCurrent && setDrawn({ facts, file: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [isSeen, facts]);
  const file = drawn?.facts === facts ? drawn.file : undefined;
  return { picture: file ?? null, failed: file === null };
}
