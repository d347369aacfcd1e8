/** Looks of an item of the bar, for the bell too. While the bell is open, it alone is lit. */
export const tabClass =
  'relative flex h-16 w-full cursor-pointer flex-col items-center justify-center gap-1 text-xs font-semibold text-ink-2 aria-expanded:text-flame [ul:not(:has([aria-expanded=true]))_&]:aria-[current=page]:text-flame';

/** The name of an item. With large text the signs stand alone, and screen readers alone say the names. */
export const tabName = 'max-[15.5rem]:sr-only';
