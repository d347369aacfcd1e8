import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the returned ref when a removed row had it.
 *
 * Otherwise Tab would start again at the top of the page. The ref's element needs tabIndex -1.
 */
export function useFocusFallback<Heading extends HTMLElement = HTMLHeadingElement>(
  rows: number,
): RefObject<Heading | null> {
  const heading = useRef<Heading>(null);
  const previous = useRef(rows);
  useEffect(() => {
    const target = heading.current ?? document.getElementById('main');
    // A panel over the page shows the same rows and would close if the focus left it.
    const panel = document.querySelector('[role="dialog"], dialog[open]');
    const isCovered = panel !== null && !panel.contains(target);
    if (rows < previous.current && document.activeElement === document.body && !isCovered) target?.focus();
    previous.current = rows;
  }, [rows]);
  return heading;
}
