/** Returns true if the element's content runs from right to left. */
export const isMirrored = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/**
 * Returns how many positions an arrow key moves along a row: 1, -1, or 0 for other keys.
 *
 * Pass `mirrored` for a row that runs from right to left.
 */
export function stepOf(key: string, mirrored: boolean): -1 | 0 | 1 {
  if (key === 'ArrowRight') return mirrored ? -1 : 1;
  if (key === 'ArrowLeft') return mirrored ? 1 : -1;
  return 0;
}

/** Returns the scroll distance from the first column. Browsers count it negative if that is on the right. */
export const scrolledBy = (element: Element): number => Math.abs(element.scrollLeft);

/** Scrolls `element` to this distance from its first column. */
export function scrollFromStart(element: Element, distance: number): void {
  const start = Math.max(0, distance);
  element.scrollLeft = isMirrored(element) ? -start : start;
}
