import type { ImportResult } from '#contract/imports.ts';
import { useT } from '#platform/web/lib/language.ts';

/** What a file brought, and what was left out with its reason. */
export function BroughtResult({ result: { imports, left_out, days_left_out } }: { result: ImportResult }) {
  const t = useT();
  const days = imports.reduce((sum, { days_count }) => sum + days_count, 0);
  return (
    <div className="mt-3 text-sm">
      <p className="font-semibold">
        {imports.length > 0 ? t('app.imports.brought', { habits: imports.length, days }) : t('app.imports.nothing')}
      </p>
      {days_left_out > 0 && <p className="mt-1">{t('app.imports.days_left', { days: days_left_out })}</p>}
      <ul className="mt-1 text-ink-2">
        {left_out.map(({ habit, reason }) => (
          <li key={habit} className="wrap-anywhere">
            {t('app.imports.left', { habit, reason: t(`app.imports.reason.${reason}`) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
