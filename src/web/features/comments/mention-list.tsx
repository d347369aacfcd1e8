import { Avatar } from '#web/ui/avatar.tsx';
import type { Person } from './use-mention-picker.ts';

interface MentionListProps {
  id: string;
  shown: readonly Person[];
  active: Person | undefined;
  onChoose: (person: Person) => void;
}

/** The id of a row, to which the field points while it is lit. */
export const optionId = (listId: string, person: Person): string => `${listId}-${person.user_id}`;

/** Members to be named, above the field, where a phone's keyboard does not hide them. */
export function MentionList({ id, shown, active, onChoose }: MentionListProps) {
  return (
    <div
      hidden={shown.length === 0}
      className="absolute inset-x-0 bottom-full z-30 mb-1 rounded-md border-2 border-line bg-card p-1 shadow-card"
    >
      <div id={id} role="listbox" aria-label="Members" tabIndex={-1}>
        {shown.map((person) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard on the text field, which keeps the focus
          <div
            key={person.user_id}
            id={optionId(id, person)}
            role="option"
            tabIndex={-1}
            aria-selected={person === active}
            // The field would lose the focus, and the list with it, before the click arrives.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm font-semibold hover:bg-sunk aria-selected:bg-star-soft"
          >
            <Avatar name={person.name} url={person.avatar_url} size={28} decorative />
            <span className="min-w-0 truncate">{person.name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
