import { type RefObject, useEffect, useRef } from 'react';

/**
 * A row that leaves takes the focus with it, back to the page's top. When `rows` shrinks and nothing has the focus any
 * more, the element of the returned ref (a heading with tabIndex -1) gets it.
 */
export function useFocusFallback<Heading extends HTMLElement = HTMLHeadingElement>(
  rows: number,
): RefObject<Heading | null> {
  const heading = useRef<Heading>(null);
  const before = useRef(rows);
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body)
      (heading.current ?? document.getElementById('main'))?.focus();
    before.current = rows;
  }, [rows]);
  return heading;
}
