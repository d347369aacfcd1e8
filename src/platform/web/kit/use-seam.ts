import { type KeyboardEvent, useEffect, useState } from 'react';
import { canMove } from './use-count-up.ts';

/** How long a released button keeps its seam, in milliseconds: as long as the seam runs (motion.css). */
const SEAM_MS = 300;

/** Browsers refuse to vibrate before anything was pressed on the page, and say so in the console. */
const vibrate = () => {
  if (canMove() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(10);
};

/**
 * The press of a button that checks in: on the way down the seam of the class `sews` runs round it. It stays while the
 * button is busy, and comes undone after a refusal and after a press that leads to nothing.
 */
export function useSeam(busy = false) {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (!isPressed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      timer = setTimeout(() => setPressed(false), SEAM_MS);
    };
    const events = ['pointerup', 'pointercancel', 'keyup'];
    for (const event of events) window.addEventListener(event, release);
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, release);
    };
  }, [isPressed]);
  const press = () => {
    setPressed(true);
    vibrate();
  };
  return {
    'data-sewn': isPressed || busy || undefined,
    onPointerDown: press,
    onKeyDown: ({ key, repeat }: KeyboardEvent) => {
      if (!repeat && (key === 'Enter' || key === ' ')) press();
    },
  };
}
