/** Classes of a tab bar item, for the bell too. While the bell is open, only the bell is highlighted. */
export const tabClass =
  'relative flex h-16 w-full cursor-pointer flex-col items-center justify-center gap-1 text-xs font-semibold text-ink-2 aria-expanded:text-flame [ul:not(:has([aria-expanded=true]))_&]:aria-[current=page]:text-flame';

/** Classes of an item's name. With large text only icons are visible, and screen readers read the names. */
export const tabName = 'max-[15.5rem]:sr-only';
