import { Flame } from './flame.tsx';

export function Logo() {
  return (
    <span dir="ltr" className="inline-flex items-center gap-2 font-display text-xl font-extrabold tracking-tight">
      <Flame className="h-8 w-auto" />
      {'emberkin'}
    </span>
  );
}
