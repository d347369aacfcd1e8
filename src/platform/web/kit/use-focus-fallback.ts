import { type RefObject, useEffect, useRef } from 'react';

/**
 * A row that is removed takes the focus with it. When `rows` shrinks and nothing has the focus, the element of the
 * returned ref gets it (a heading with tabIndex -1), so that Tab does not start again at the top of the page.
 */
export function useFocusFallback<Heading extends HTMLElement = HTMLHeadingElement>(
  rows: number,
): RefObject<Heading | null> {
  const heading = useRef<Heading>(null);
  const previous = useRef(rows);
  useEffect(() => {
    const target = heading.current ?? document.getElementById('main');
    // What lies open over the page has the same rows, and closes when the focus leaves it.
    const panel = document.querySelector('[role="dialog"], dialog[open]');
    const isCovered = panel !== null && !panel.contains(target);
    if (rows < previous.current && document.activeElement === document.body && !isCovered) target?.focus();
    previous.current = rows;
  }, [rows]);
  return heading;
}
