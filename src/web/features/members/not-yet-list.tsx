import { useEffect, useRef, useState } from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { NudgeButton, type PersonOut } from './nudge-button.tsx';

const SHOWN = 3;

interface NotYetListProps {
  people: readonly PersonOut[];
}

export function NotYetList({ people }: NotYetListProps) {
  const t = useT();
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The pressed button no longer exists, so the first new row takes the focus.
    if (all) list.current?.querySelector<HTMLElement>(`li:nth-child(${SHOWN + 1})`)?.focus({ preventScroll: true });
  }, [all]);
  if (people.length === 0) return null;
  return (
    <>
      <ul ref={list} aria-label={t('app.members.out.label')} className="grid grid-cols-1 gap-1">
        {(all ? people : people.slice(0, SHOWN)).map((person) => (
          <li key={`${person.mission_id} ${person.user_id}`} tabIndex={-1} className="flex min-h-13 items-center gap-3">
            <span className="shrink-0 rounded-full border-2 border-dashed border-ink/40 p-0.5">
              <Avatar
                name={person.name}
                look={person.look}
                url={person.avatar_url}
                size={34}
                decorative
                className="block ring-0"
              />
            </span>
            <p className="min-w-0 grow leading-tight">
              <strong className="block truncate text-sm" title={person.name}>
                {person.name}
              </strong>
              <span className="block truncate text-xs text-ink-2">
                {person.mission_title ?? t('app.members.note.not_yet')}
              </span>
            </p>
            <NudgeButton person={person} />
          </li>
        ))}
      </ul>
      {!all && people.length > SHOWN && (
        <p className="mt-1">
          <button
            type="button"
            onClick={() => setAll(true)}
            className="min-h-11 cursor-pointer text-sm font-bold underline decoration-star decoration-2 underline-offset-4"
          >
            {t('app.members.out.all', { count: people.length })}
          </button>
        </p>
      )}
    </>
  );
}
