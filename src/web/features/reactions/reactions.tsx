import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import type { ReactionSummary } from '#contract/reactions.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { ReactionArt } from '#web/drawings/reaction-art.tsx';
import { byPerson, countAll, countUnnamed } from './reaction-summary.ts';
import { useWhoReacted } from './use-reactions.ts';

interface ReactionsProps {
  summary: ReactionSummary;
  /** The types whose last press is pending. */
  pending: ReadonlySet<ReactionType>;
  onPress: (type: ReactionType) => void;
  label?: string;
}

/** Returns 'Love, 3, waiting to send'. */
const nameOf = (t: ScreenTranslate, type: ReactionType, count: number, isPending: boolean): string =>
  t('app.reactions.list.button', {
    name: t(`app.drawings.reactions.${type}`),
    count,
    is_given: count > 0 ? 'yes' : 'no',
    is_pending: isPending ? 'yes' : 'no',
  });

/** The five reactions, 36 px wide with a 44 px touch target. Each is an outline until someone gives it. */
export function Reactions({ summary, pending, onPress, label }: ReactionsProps) {
  const t = useT();
  const [added, setAdded] = useState<ReactionType | null>(null);
  const press = (type: ReactionType) => {
    setAdded(summary.user_reactions[type] ? null : type);
    onPress(type);
  };
  return (
    <ul aria-label={label ?? t('app.reactions.list.title')} className="flex flex-wrap">
      {REACTION_TYPES.map((type) => {
        const { count } = summary.reactions[type];
        const on = summary.user_reactions[type];
        const isPending = pending.has(type);
        return (
          <li key={type}>
            <button
              type="button"
              aria-pressed={on}
              aria-label={nameOf(t, type, count, isPending)}
              onClick={() => press(type)}
              className="group grid h-11 min-w-11 cursor-pointer place-items-center rounded-full"
            >
              <span
                className={cx(
                  'relative inline-flex h-9 min-w-9 items-center justify-center gap-1 rounded-full px-1.5 text-sm font-bold transition-transform group-hover:bg-sunk group-active:scale-90 tabular',
                  on ? 'bg-star-soft text-star-ink' : 'text-ink-2',
                  isPending
                    ? 'outline-2 -outline-offset-2 outline-dashed outline-ink-2'
                    : on && 'ring-2 ring-star-ink/70 ring-inset',
                )}
              >
                <ReactionArt
                  type={type}
                  outlined={count === 0}
                  className={cx('size-5.5', on && added === type && 'given')}
                />
                {count > 0 && <span>{count}</span>}
                {isPending && <PendingSign />}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function PendingSign() {
  return (
    <span className="absolute -end-1 -top-2 grid size-4.5 place-items-center rounded-full bg-ink text-canvas">
      <CloudUpload className="size-3" strokeWidth={2.5} aria-hidden />
    </span>
  );
}

const idOf = (checkinId: string) => `who-reacted-${checkinId}`;

/** Returns '6 reactions', or null without any. */
export function reactionsLabel(t: ScreenTranslate, summary: ReactionSummary): string | null {
  const count = countAll(summary);
  return count === 0 ? null : t('app.reactions.list.count', { count });
}

interface WhoReactedProps {
  checkinId: string;
  summary: ReactionSummary;
  meId: string;
}

export function WhoReacted({ checkinId, summary, meId }: WhoReactedProps) {
  const t = useT();
  const all = useWhoReacted(checkinId, summary);
  const unnamed = countUnnamed(all);
  return (
    <ul id={idOf(checkinId)} aria-label={t('app.reactions.list.who')} className="flex flex-wrap gap-2">
      {byPerson(all).map(({ user_id, user_name, user_avatar_url, user_look, types }) => (
        <li
          key={user_id}
          className="inline-flex max-w-full items-center gap-2 rounded-full bg-sunk py-1 ps-1 pe-3 text-sm font-semibold"
        >
          <Avatar name={user_name} look={user_look} url={user_avatar_url} size={28} decorative />
          <span className="truncate" title={user_name}>
            {user_id === meId ? t('app.common.you') : user_name}
          </span>
          <span className="flex shrink-0 gap-1">
            {types.map((type) => (
              <span key={type}>
                <ReactionArt type={type} className="size-4.5" />
                <span className="sr-only">{t(`app.drawings.reactions.${type}`)}</span>
              </span>
            ))}
          </span>
        </li>
      ))}
      {unnamed > 0 && (
        <li className="inline-flex min-h-9 items-center px-2 text-sm text-ink-2">{`+${t.number(unnamed)}`}</li>
      )}
    </ul>
  );
}
