import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  const viewport = window.visualViewport;
  for (const event of ['resize', 'scroll'] as const) viewport?.addEventListener(event, changed);
  return () => {
    for (const event of ['resize', 'scroll'] as const) viewport?.removeEventListener(event, changed);
  };
}

/** Returns the height in px that a keyboard on the screen covers; 0 while the page is zoomed. */
function measureKeyboard(): number {
  const viewport = window.visualViewport;
  if (viewport?.scale !== 1) return 0;
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
}

/** Returns the height in px that a keyboard on the screen covers, and stays up to date. */
export const useKeyboardInset = (): number => useSyncExternalStore(subscribe, measureKeyboard, () => 0);
