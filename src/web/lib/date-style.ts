import { create } from 'zustand';

/** How dates read: 21 November 2026, November 21, 2026 or 2026-11-21. */
export type DateStyle = 'day' | 'month' | 'numbers';

const KEY = 'dates';

function readStyle(): DateStyle {
  if (typeof localStorage === 'undefined') return 'day';
  const stored = localStorage.getItem(KEY);
  return stored === 'month' || stored === 'numbers' ? stored : 'day';
}

/** The choice of this browser as state, for a page whose dates follow it while it is open. */
export const useDateStyle = create(readStyle);

export const getDateStyle = (): DateStyle => useDateStyle.getState();

/** Stores the choice in this browser. */
export function setDateStyle(style: DateStyle): void {
  if (style === 'day') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, style);
  useDateStyle.setState(style, true);
}

// Other tabs follow.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) useDateStyle.setState(readStyle(), true);
  });
