import { useT } from '#platform/web/lib/language.ts';
import { ProgressThread } from './pill.tsx';

/** Renders upload progress from 0 to 1, as text and as a bar. */
export function UploadProgress({ part }: { part: number }) {
  const t = useT();
  const percent = Math.round(part * 100);
  return (
    <div className="grid gap-1.5 text-ink">
      <p className="text-sm text-ink-2 tabular">
        {percent < 100 ? t('app.checkins.fields.uploading', { percent }) : t('app.checkins.fields.preparing')}
      </p>
      <ProgressThread value={percent} label={t('app.checkins.fields.upload')} />
    </div>
  );
}
