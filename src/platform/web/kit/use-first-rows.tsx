import { useState } from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { Button } from './button.tsx';

/** Rows shown at first, because a list can have hundreds of members. */
export const FIRST_ROWS = 12;

/** Returns the first rows, the user's own row, and a button that shows the rest. */
export function useFirstRows<Row>(rows: readonly Row[], isOwn: (row: Row) => boolean) {
  const t = useT();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.filter((row, index) => index < FIRST_ROWS || isOwn(row));
  const button = rows.length > shown.length && (
    <Button kind="quiet" size="sm" className="mt-3 w-full" onClick={() => setAll(true)}>
      {t('app.kit.all_members', { count: rows.length })}
    </Button>
  );
  return { shown, button };
}
