import { useT } from '#platform/web/lib/language.ts';
import { Flame } from './flame.tsx';

export function Spinner({ label }: { label?: string }) {
  const t = useT();
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-ink-2">
      <Flame className="h-14 w-auto" />
      <p className="font-semibold">{label ?? t('start.common.loading')}</p>
    </div>
  );
}
