import type { ReactionSummary } from '#contract/reactions.ts';
import { count } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { DisclosureButton } from '#web/ui/disclosure-button.tsx';
import { REACTION_NAMES, ReactionArt } from '#web/ui/drawings/reaction-art.tsx';
import { useWhoReacted } from './queries.ts';
import { byPerson, countAll, countUnnamed } from './reaction-summary.ts';

const idOf = (checkinId: string) => `who-reacted-${checkinId}`;

interface WhoReactedToggleProps {
  checkinId: string;
  summary: ReactionSummary;
  open: boolean;
  onToggle: () => void;
}

/** '6 reactions'; not there while nobody reacted. */
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

/** One chip for each person, with all that they gave (Spec 2). */
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
