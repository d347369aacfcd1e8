import { CloudUpload } from 'lucide-react';
import type { ReactionSummary } from '#contract/reactions.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import { count } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { DisclosureButton } from '#web/ui/disclosure-button.tsx';
import { REACTION_NAMES, ReactionArt } from '#web/ui/drawings/reaction-art.tsx';
import { useWhoReacted } from './queries.ts';
import { byPerson, countAll, countUnnamed } from './reaction-summary.ts';

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

/** The five reactions. Those that nobody has given are pale and have no border. */
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

const idOf = (checkinId: string) => `who-reacted-${checkinId}`;

interface WhoReactedToggleProps {
  checkinId: string;
  summary: ReactionSummary;
  open: boolean;
  onToggle: () => void;
}

/** '6 reactions', once somebody has reacted. */
export function WhoReactedToggle({ checkinId, summary, open, onToggle }: WhoReactedToggleProps) {
  const all = countAll(summary);
  if (all === 0) return null;
  return (
    <DisclosureButton open={open} controls={idOf(checkinId)} onToggle={onToggle}>
      {all === 1 ? '1 reaction' : `${count(all)} reactions`}
    </DisclosureButton>
  );
}

interface WhoReactedProps {
  checkinId: string;
  summary: ReactionSummary;
  meId: string;
}

/** One chip for each person, with all of their reactions. */
export function WhoReacted({ checkinId, summary, meId }: WhoReactedProps) {
  const all = useWhoReacted(checkinId, summary);
  const unnamed = countUnnamed(all);
  return (
    <ul id={idOf(checkinId)} aria-label="Who reacted" className="flex flex-wrap gap-2">
      {byPerson(all).map(({ user_id, user_name, user_avatar_url, types }) => (
        <li
          key={user_id}
          className="inline-flex max-w-full items-center gap-2 rounded-full bg-sunk py-1 ps-1 pe-3 text-sm font-semibold"
        >
          <Avatar name={user_name} url={user_avatar_url} size={28} decorative />
          <span className="truncate" title={user_name}>
            {user_id === meId ? 'You' : user_name}
          </span>
          <span className="flex shrink-0 gap-1">
            {types.map((type) => (
              <span key={type}>
                <ReactionArt type={type} className="size-4.5" />
                <span className="sr-only">{REACTION_NAMES[type]}</span>
              </span>
            ))}
          </span>
        </li>
      ))}
      {unnamed > 0 && <li className="inline-flex min-h-9 items-center px-2 text-sm text-ink-2">+{count(unnamed)}</li>}
    </ul>
  );
}
