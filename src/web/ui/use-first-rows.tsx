import { useState } from 'react';
import { Button } from './button.tsx';

/** Members shown before the list asks: a mission may hold hundreds. */
const SHOWN = 12;

/** The first members of a list, one's own row among them, and a button for the rest. */
export function useFirstRows<Row>(rows: readonly Row[], isOwn: (row: Row) => boolean) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.filter((row, at) => at < SHOWN || isOwn(row));
  const button = rows.length > shown.length && (
    <Button kind="quiet" size="sm" className="mt-3 w-full" onClick={() => setAll(true)}>
      Show all {rows.length} members
    </Button>
  );
  return { shown, button };
}
