/** Whether what `element` holds runs from right to left. */
export const isMirrored = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/** By how many places an arrow key moves along a row, `mirrored` where it runs from right to left; 0 for any other key. */
export function stepOf(key: string, mirrored: boolean): -1 | 0 | 1 {
  if (key === 'ArrowRight') return mirrored ? -1 : 1;
  if (key === 'ArrowLeft') return mirrored ? 1 : -1;
  return 0;
}

/** How far `element` is scrolled from its first column. Where that is at the right the browser counts in negatives. */
export const scrolledBy = (element: Element): number => Math.abs(element.scrollLeft);

/** Scrolls `element` so far from its first column. */
export function scrollFromStart(element: Element, distance: number): void {
  const start = Math.max(0, distance);
  element.scrollLeft = isMirrored(element) ? -start : start;
}
