import { Suspense } from 'react';
import { DESCRIPTION_MAX } from '#domain/limits.ts';
import { FieldError, RequiredMark } from '#platform/web/kit/field.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { count } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';

const DescriptionEditor = lazyPart(() => import('./description-editor.tsx'), 'default');

interface DescriptionFieldProps {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (html: string) => void;
}

function EditorSkeleton() {
  const t = useT();
  return (
    <div>
      <Loading label={t('app.missions.description.loading')} />
      <div aria-hidden className="min-h-24 px-4 py-4 sm:min-h-32">
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  );
}

export function DescriptionField({ id, value, error, onChange }: DescriptionFieldProps) {
  const t = useT();
  const near = value.length > DESCRIPTION_MAX * 0.8;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={`${id}-label`} className="text-sm font-semibold">
          {t('app.missions.description.label')}
          <RequiredMark />
        </span>
        {near && (
          <span id={`${id}-count`} className="text-xs text-ink-2 tabular">
            {`${count(value.length)}/${count(DESCRIPTION_MAX)}`}
          </span>
        )}
      </div>
      <div
        className={cx(
          'overflow-hidden rounded-md border-2 bg-card',
          error ? 'border-rose' : 'border-line-strong focus-within:border-ink',
        )}
      >
        <Suspense fallback={<EditorSkeleton />}>
          <DescriptionEditor
            {...{ id, value, onChange }}
            labelledBy={`${id}-label`}
            describedBy={cx(error && `${id}-error`, near && `${id}-count`)}
            invalid={!!error}
          />
        </Suspense>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}
