import { Undo2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import type { LocalDay } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { copyWithToast } from '#platform/web/lib/share-text.ts';
import type { FeedDay } from './days-of.ts';

/** A check-in that left the feed while the viewer was typing under it. */
export interface TakenBack {
  id: string;
  user_id: string;
  user_name: string;
  local_day: LocalDay;
  text: string;
}

/**
 * Returns the check-ins that left the loaded feed. Rows below the loaded ones are excluded, because they can still
 * exist.
 */
export function missingFrom(before: readonly Checkin[], now: readonly Checkin[], hasMore: boolean): Checkin[] {
  const ids = new Set(now.map(({ id }) => id));
  const end = hasMore ? now.at(-1)?.id : '';
  return before.filter(({ id }) => !ids.has(id) && end !== undefined && id > end);
}

/** Merges the undone check-ins of a day into its posts. IDs ascend with time, so the newest is first. */
export const withTakenBack = (
  { day, posts }: Pick<FeedDay<Checkin>, 'day' | 'posts'>,
  takenBack: readonly TakenBack[],
): (Checkin | TakenBack)[] =>
  [...posts, ...takenBack.filter(({ local_day }) => local_day === day)].sort((one, other) =>
    one.id < other.id ? 1 : -1,
  );

/** Collects check-ins that were undone while the viewer had a draft under them. */
export function useTakenBack(
  checkins: readonly Checkin[],
  hasMore: boolean,
  typedUnder: (checkinId: string) => string,
): { takenBack: readonly TakenBack[]; close: (id: string) => void } {
  const [before, setBefore] = useState(checkins);
  const [taken, setTaken] = useState<readonly TakenBack[]>([]);
  if (before !== checkins) {
    setBefore(checkins);
    const added = missingFrom(before, checkins, hasMore)
      .map(({ id, user_id, user_name, local_day }) => ({ id, user_id, user_name, local_day, text: typedUnder(id) }))
      .filter(({ text }) => text !== '');
    // A check-in that was only hidden is back, with its draft.
    const stays = taken.filter(({ id }) => !checkins.some((checkin) => checkin.id === id));
    if (added.length > 0 || stays.length < taken.length) setTaken([...stays, ...added]);
  }
  return { takenBack: taken, close: (id) => setTaken(taken.filter((one) => one.id !== id)) };
}

interface TakenBackRowProps {
  takenBack: TakenBack;
  mine: boolean;
  onClose: () => void;
}

export function TakenBackRow({ takenBack: { user_name, text }, mine, onClose }: TakenBackRowProps) {
  const t = useT();
  const labelId = useId();
  const article = useRef<HTMLElement>(null);
  // The focused field no longer exists.
  useEffect(() => {
    if (document.activeElement === document.body) article.current?.focus({ preventScroll: true });
  }, []);
  const copy = () =>
    copyWithToast(text, { done: t('app.checkins.gone.copied'), failed: t('app.checkins.gone.copy_failed') });
  return (
    <article ref={article} tabIndex={-1} aria-labelledby={labelId} className="rounded-md bg-sunk p-4 text-sm">
      <p id={labelId} className="flex items-center gap-2 font-bold wrap-anywhere">
        <Undo2 className="size-4.5 shrink-0 text-ink-2 rtl:-scale-x-100" aria-hidden />
        {mine ? t('app.checkins.gone.mine') : t('app.checkins.gone.by', { name: user_name })}
      </p>
      <p className="mt-2 whitespace-pre-line text-ink-2 wrap-anywhere">{text}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button kind="quiet" size="sm" onClick={() => void copy()}>
          {t('app.checkins.gone.copy')}
        </Button>
        <Button kind="bare" onClick={onClose}>
          {t('start.common.close')}
        </Button>
      </div>
    </article>
  );
}
