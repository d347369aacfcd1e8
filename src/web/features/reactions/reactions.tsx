import { CloudUpload } from 'lucide-react';
import type { ReactionSummary } from '#contract/reactions.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import { cx } from '#web/ui/cx.ts';
import { REACTION_NAMES, ReactionArt } from '#web/ui/drawings/reaction-art.tsx';

interface ReactionsProps {
  summary: ReactionSummary;
  /** Those whose last press is pending. */
  pending: ReadonlySet<ReactionType>;
  onPress: (type: ReactionType) => void;
}

function nameOf(type: ReactionType, count: number, isPending: boolean): string {
  const name = count > 0 ? `${REACTION_NAMES[type]}, ${count}` : REACTION_NAMES[type];
  return isPending ? `${name}, waiting to be sent` : name;
}

/** The five reactions. Those that nobody gave are pale and have no ring, so that a quiet post looks quiet. */
export function Reactions({ summary, pending, onPress }: ReactionsProps) {
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-x-0.5 max-sm:-mx-1.5 sm:gap-x-1">
      {REACTION_TYPES.map((type) => {
        const { count } = summary.reactions[type];
        const on = summary.user_reactions[type];
        const isPending = pending.has(type);
        return (
          <li key={type}>
            <button
              type="button"
              aria-pressed={on}
              aria-label={nameOf(type, count, isPending)}
              onClick={() => onPress(type)}
              className={cx(
                'group relative inline-flex h-11 min-w-11 cursor-pointer items-center justify-center gap-1.5 rounded-full border-2 px-2 text-sm font-bold transition-transform active:scale-90 tabular sm:px-2.5',
                on ? 'bg-star-soft' : cx('hover:bg-sunk', count > 0 && 'bg-card'),
                isPending
                  ? 'border-dashed border-ink-2'
                  : on
                    ? 'border-flame'
                    : count > 0
                      ? 'border-line'
                      : 'border-transparent',
              )}
            >
              <ReactionArt
                type={type}
                className={cx(
                  count > 0
                    ? 'size-5.5'
                    : 'size-5 opacity-45 grayscale group-hover:opacity-100 group-hover:grayscale-0',
                  count === 0 && 'group-focus-visible:opacity-100 group-focus-visible:grayscale-0 sm:size-5.5',
                )}
              />
              {count > 0 && count}
              {isPending && (
                <span className="absolute -end-1 -top-2 grid size-4.5 place-items-center rounded-full bg-ink text-canvas">
                  <CloudUpload className="size-3" strokeWidth={2.5} aria-hidden />
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
