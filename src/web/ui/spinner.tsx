import { Flame } from './drawings/flame.tsx';

/** A flame and a text while something loads. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-ink-2">
      <Flame className="h-14 w-auto" />
      <p className="font-semibold">{label}</p>
    </div>
  );
}
