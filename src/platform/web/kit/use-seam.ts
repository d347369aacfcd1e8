import { type KeyboardEvent, useEffect, useState } from 'react';
import { canMove } from './use-count-up.ts';

/** How long a released button keeps its seam, in milliseconds; equal to the animation in motion.css. */
const SEAM_MS = 300;

/** Before the user presses anything, browsers refuse to vibrate and log a warning. */
const vibrate = () => {
  if (canMove() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(10);
};

/**
 * Handles the press of a check-in button: the class `sews` draws a seam around it.
 *
 * The seam stays while the button is busy. It disappears after an error or a press without effect.
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
