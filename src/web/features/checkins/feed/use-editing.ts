import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether the form stands in its place. When it closes the focus goes to `after`: what had it is gone. */
export function useEditing(after: RefObject<HTMLElement | null>) {
  const [editing, setEditing] = useState(false);
  const was = useRef(editing);
  useEffect(() => {
    if (was.current && !editing) after.current?.focus({ preventScroll: true });
    was.current = editing;
  }, [editing, after]);
  return { editing, edit: () => setEditing(true), close: () => setEditing(false) };
}
