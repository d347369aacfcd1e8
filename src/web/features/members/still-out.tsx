import { Check, Hand } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Look } from '#domain/looks.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Button } from '#web/kit/button.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { cx } from '#web/lib/cx.ts';
import { toast } from '#web/lib/toast.ts';
import { useNudge } from './nudge.ts';

/** A member who has not checked in today, as the person who may nudge them sees it. */
interface StillOutPerson {
  mission_id: string;
  /** Named where people of several missions stand together. */
  mission_title?: string;
  user_id: string;
  name: string;
  avatar_url: string | null;
  look: Look;
  can_nudge: boolean;
  nudged_today: boolean;
}

interface NudgeButtonProps {
  person: StillOutPerson;
  /** On the night card. */
  onNight?: boolean;
  /** In place of `Nudge`. */
  question?: string;
}

/** Nudges a member, once a day; afterwards it says so. */
export function NudgeButton({ person, onNight = false, question }: NudgeButtonProps) {
  const { mutate, isPending, isSuccess } = useNudge(person.mission_id);
  const done = useRef<HTMLSpanElement>(null);
  const { name, nudged_today } = person;
  useEffect(() => {
    // The button that had the focus is gone.
    if (isSuccess && nudged_today && document.activeElement === document.body)
      done.current?.focus({ preventScroll: true });
  }, [isSuccess, nudged_today]);
  if (nudged_today)
    return (
      <span
        ref={done}
        tabIndex={-1}
        className={cx(
          'inline-flex min-h-11 shrink-0 items-center gap-1.5 px-2 text-sm font-semibold',
          onNight ? 'text-on-night-2' : 'text-ink-2',
        )}
      >
        <Check className="size-4" strokeWidth={3} aria-hidden />
        Nudged
        <span className="sr-only">{name}</span>
      </span>
    );
  if (!person.can_nudge) return null;
  const nudge = () =>
    mutate(person.user_id, {
      onError: (error) => toast.error(detailOf(error, "We couldn't send the nudge. Please try again.")),
    });
  return (
    <Button
      kind={onNight ? 'dusk' : 'quiet'}
      size="sm"
      className="shrink-0"
      aria-label={question ? `${name}: ${question}` : `Nudge ${name}`}
      busy={isPending}
      busyLabel="Nudging..."
      onClick={nudge}
    >
      <Hand className="size-4.5" aria-hidden />
      {question ?? 'Nudge'}
    </Button>
  );
}

/** How many are shown before `Show all`. */
const SHOWN = 3;

interface StillOutListProps {
  people: readonly StillOutPerson[];
  /** On the night card. */
  onNight?: boolean;
}

/** Who has not checked in yet, one row each, with `Nudge` beside the name. Nothing without anybody. */
export function StillOutList({ people, onNight = false }: StillOutListProps) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The pressed button is gone; the first row that it showed takes the focus.
    if (all) list.current?.querySelector<HTMLElement>(`li:nth-child(${SHOWN + 1})`)?.focus({ preventScroll: true });
  }, [all]);
  if (people.length === 0) return null;
  const faint = onNight ? 'text-on-night-2' : 'text-ink-2';
  return (
    <>
      <ul ref={list} aria-label="Not in yet" className="grid grid-cols-1 gap-1">
        {(all ? people : people.slice(0, SHOWN)).map((person) => (
          <li key={`${person.mission_id} ${person.user_id}`} tabIndex={-1} className="flex min-h-13 items-center gap-3">
            <span
              className={cx(
                'shrink-0 rounded-full border-2 border-dashed p-0.5',
                onNight ? 'border-on-night/50' : 'border-ink/40',
              )}
            >
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
              <span className={cx('block truncate text-xs', faint)}>{person.mission_title ?? 'not yet'}</span>
            </p>
            <NudgeButton person={person} onNight={onNight} />
          </li>
        ))}
      </ul>
      {!all && people.length > SHOWN && (
        <p className="mt-1">
          <button
            type="button"
            onClick={() => setAll(true)}
            className={cx(
              'min-h-11 cursor-pointer text-sm font-bold underline decoration-2 underline-offset-4',
              onNight ? 'decoration-on-night-2/60' : 'decoration-star',
            )}
          >
            Show all {people.length}
          </button>
        </p>
      )}
    </>
  );
}
