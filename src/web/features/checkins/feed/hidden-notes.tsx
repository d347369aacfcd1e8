import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Checkin } from '#contract/checkins.ts';

type Hidden = NonNullable<Checkin['hidden']>;

/** For the author: who sees the check-in now and why. What was earned stays, and that is said first. */
export function HiddenFromOthers({ hidden, action }: { hidden: Hidden; action: ReactNode }) {
  return (
    <div className="rounded-md bg-sunk p-4 text-sm">
      <p className="flex items-center gap-2 font-bold">
        <EyeOff className="size-4.5 shrink-0 text-ink-2" aria-hidden />
        Your stitch and your points stay
      </p>
      <p className="mt-1 text-ink-2">
        {hidden.by === 'owner'
          ? "Only you and the mission's owner see this check-in now. The owner writes:"
          : "Only you and the mission's owner see this check-in now. The operator of Emberkin writes:"}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{hidden.reason}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface FoldedProps {
  checkin: Checkin;
  hidden: Hidden;
  /** The way back, where there is one. */
  action: ReactNode;
}

/** For the owner of the mission: the words are folded away, the reason stands in their place. */
export function FoldedCheckin({ checkin, hidden, action }: FoldedProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunk p-4 text-sm">
      <div className="min-w-0 grow basis-48">
        <p className="flex items-center gap-2 font-bold">
          <EyeOff className="size-4.5 shrink-0 text-ink-2" aria-hidden />
          {hidden.by === 'owner' ? 'Hidden from the other members' : 'Hidden by the operator'}
        </p>
        <p className="mt-1 whitespace-pre-line text-ink-2 wrap-anywhere">{hidden.reason}</p>
        {checkin.content && (
          <details className="mt-1">
            <summary className="min-h-11 cursor-pointer content-center font-semibold text-ink-2">What it says</summary>
            <p className="mt-1 leading-relaxed whitespace-pre-line wrap-anywhere">{checkin.content}</p>
          </details>
        )}
      </div>
      {action}
    </div>
  );
}
