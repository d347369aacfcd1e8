import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { Import, ImportResult } from '#contract/imports.ts';
import type { ImportSource } from '#domain/imports.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { detailOf } from '#platform/web/lib/api/api-error.ts';
import { useIsOnline } from '#platform/web/lib/api/connectivity.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { fullDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { BroughtResult } from './brought-result.tsx';
import { importsQuery, useBringDays, useRemoveImport } from './queries.ts';
import { ShownImport } from './shown-import.tsx';

/** Names that are the same in every language. */
const SOURCE_NAMES: Record<ImportSource, string> = {
  loop: 'Loop',
  habittrove: 'HabitTrove',
  table_habit: 'Table Habit',
  habitica: 'Habitica',
  csv: 'CSV',
};

/** Brings days from other trackers; lists and removes the brought days. */
export function BringDays() {
  const t = useT();
  const { data: imports = [] } = useQuery(importsQuery);
  const { mutateAsync: bring, isPending } = useBringDays();
  const [result, setResult] = useState<ImportResult | null>(null);
  const online = useIsOnline();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | undefined) => {
    if (!file || isPending) return;
    setResult(null);
    setProblem(null);
    try {
      setResult(await bring(file));
    } catch (error) {
      setProblem(detailOf(error, t('app.imports.failed')));
    }
  };
  return (
    <div className="mt-5" aria-busy={isPending}>
      <label
        htmlFor="bring-days"
        className={cx(
          button({ kind: 'quiet' }),
          'w-full has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky',
        )}
      >
        <Upload className="size-4.5" aria-hidden />
        {isPending ? t('app.imports.reading') : t('app.imports.bring')}
        <input
          id="bring-days"
          type="file"
          disabled={!online}
          aria-describedby="bring-days-note"
          className="sr-only"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="mt-2 text-sm font-medium text-rose wrap-anywhere">
          {problem}
        </p>
      )}
      <p id="bring-days-note" className="mt-2 text-sm text-ink-2">
        {t('app.imports.lead')}
      </p>
      <div role="status">{result && <BroughtResult result={result} />}</div>
      <Imports imports={imports} online={online} />
    </div>
  );
}

function Imports({ imports, online }: { imports: readonly Import[]; online: boolean }) {
  const t = useT();
  const [shown, setShown] = useState<Import | null>(null);
  const [removing, setRemoving] = useState<Import | null>(null);
  const { mutateAsync: remove } = useRemoveImport();
  useFocusFallback(imports.length);
  return (
    <>
      <ul>
        {imports.map((one) => (
          <li key={one.id} className="flex min-h-14 flex-wrap items-center gap-2 py-1.5 not-first:seam">
            <p className="min-w-36 flex-1 text-sm">
              <bdi className="font-semibold wrap-anywhere">{one.habit}</bdi>
              <span className="block text-xs text-ink-2 tabular">
                {t('app.imports.row', {
                  source: SOURCE_NAMES[one.source],
                  days: one.days_count,
                  first: fullDay(one.first_day),
                  last: fullDay(one.last_day),
                })}
              </span>
            </p>
            <Button
              kind="quiet"
              size="sm"
              aria-label={t('app.imports.show_of', { habit: one.habit, source: SOURCE_NAMES[one.source] })}
              onClick={() => setShown(one)}
            >
              {t('app.imports.show')}
            </Button>
            <Button
              kind="quiet"
              size="sm"
              disabled={!online}
              aria-label={t('app.imports.remove_of', { habit: one.habit, source: SOURCE_NAMES[one.source] })}
              onClick={() => setRemoving(one)}
            >
              {t('app.imports.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {shown && <ShownImport shown={shown} onClose={() => setShown(null)} />}
      {removing && (
        <ConfirmAction
          title={t('app.imports.question')}
          confirm={t('app.imports.remove')}
          danger
          busyLabel={t('app.imports.removing')}
          action={() => remove(removing.id)}
          done={t('app.imports.removed')}
          failed={t('app.imports.not_removed')}
          closes="always"
          onClose={() => setRemoving(null)}
        >
          {t('app.imports.note', { habit: removing.habit })}
        </ConfirmAction>
      )}
    </>
  );
}
