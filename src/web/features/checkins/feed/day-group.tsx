import { ChevronDown, Smile, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import type { LocalDay } from '#domain/days.ts';
import { inlineActionClass } from '#platform/web/kit/disclosure-button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { isMirrored, stepOf } from '#platform/web/lib/direction.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { type FeedDay, peopleOf } from './days-of.ts';

const UP_AND_DOWN: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function nextButton(row: HTMLElement, key: string): HTMLElement | null {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  if (key === 'Home') return buttons[0] ?? null;
  if (key === 'End') return buttons.at(-1) ?? null;
  const step = UP_AND_DOWN[key] ?? stepOf(key, isMirrored(row));
  if (step === 0) return null;
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  return buttons[(index + step + buttons.length) % buttons.length] ?? null;
}

interface FiveProps {
  children: ReactNode;
  onClose: () => void;
}

/** Replaces the row's buttons. Arrow keys move among the reactions; Escape closes them. */
function Five({ children, onClose }: FiveProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextButton(event.currentTarget, event.key);
    if (!next && event.key !== 'Escape') return;
    event.preventDefault();
    if (next) next.focus();
    else onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: What is pressed are the buttons inside, and this element only moves the focus among them.
    <div ref={row} onKeyDown={onKeyDown} className="given flex rounded-full bg-sunk px-1 max-sm:grow">
      {children}
    </div>
  );
}

interface DayGroupProps {
  day: FeedDay<Checkin>;
  title: string;
  /** How many members were in; null hides the number. */
  count: number | null;
  full: boolean;
  open: boolean;
  onToggle: () => void;
  /** The five reactions, applied to all ticks. */
  reactions: ReactNode;
  children: ReactNode;
}

const FACES_SHOWN = 5;

export const dayElementId = (day: LocalDay): string => `day-${day}`;

/** The header of a day. It opens the plain ticks and reacts to all of them. */
export function DayHead({ day, title, count, full, open, onToggle, reactions, children }: DayGroupProps) {
  const t = useT();
  const [reacting, setReacting] = useState(false);
  const react = useRef<HTMLButtonElement>(null);
  const id = dayElementId(day.day);
  const { length } = day.ticks;
  const close = () => {
    setReacting(false);
    react.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div
        id={id}
        tabIndex={-1}
        className={cx(
          'flex min-h-13 scroll-mt-4 items-center max-[15.5rem]:flex-wrap gap-2.5 rounded-md bg-sunk ps-3 sm:scroll-mt-8',
          full && 'border-2 border-hem',
        )}
      >
        {reacting ? (
          <Five onClose={close}>{reactions}</Five>
        ) : (
          <Names {...{ day, title, count, full, open, onToggle }} />
        )}
        {length > 0 && (
          <button
            ref={react}
            type="button"
            aria-expanded={reacting}
            aria-label={reacting ? t('app.checkins.day.close') : t('app.checkins.day.react', { count: length })}
            onClick={() => (reacting ? close() : setReacting(true))}
            className={cx(inlineActionClass, 'ms-auto min-w-11 shrink-0 justify-center px-2')}
          >
            {reacting ? <X className="size-4.5" aria-hidden /> : <Smile className="size-4.5" aria-hidden />}
          </button>
        )}
      </div>
      {open && (
        <div id={`${id}-open`} className="pb-2">
          {children}
        </div>
      )}
    </>
  );
}

function lineOf(t: ScreenTranslate, count: number | null, full: boolean): string | null {
  if (count === null) return full ? t('app.checkins.day.full') : null;
  return full ? t('app.checkins.day.were_in_full', { count }) : t('app.checkins.day.were_in', { count });
}

function Names({ day, title, count, full, open, onToggle }: Omit<DayGroupProps, 'reactions' | 'children'>) {
  const t = useT();
  const people = peopleOf(day);
  const line = lineOf(t, count, full);
  const words = (
    <>
      <span className="min-w-0">
        <strong className="block">{title}</strong>
        {line !== null && <span className="block text-xs text-ink-2">{line}</span>}
      </span>
      <span
        aria-hidden
        className="ms-auto flex shrink-0 -space-x-2 max-[24rem]:*:nth-[n+4]:hidden max-[15.5rem]:hidden"
      >
        {people.slice(0, FACES_SHOWN).map(({ id, user_name, user_avatar_url, user_look }) => (
          <Avatar key={id} name={user_name} look={user_look} url={user_avatar_url} size={26} decorative />
        ))}
      </span>
    </>
  );
  const row = 'flex min-h-11 min-w-0 grow items-center gap-2.5 text-start text-sm leading-tight';
  if (day.ticks.length === 0) return <h3 className={cx(row, 'pe-3 font-sans')}>{words}</h3>;
  return (
    <h3 className="flex min-w-0 grow font-sans">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? `${dayElementId(day.day)}-open` : undefined}
        onClick={onToggle}
        className={cx(row, 'cursor-pointer rounded-sm')}
      >
        {words}
        <ChevronDown
          aria-hidden
          className={cx('size-4 shrink-0 text-ink-2 transition-transform', open && 'rotate-180')}
        />
      </button>
    </h3>
  );
}
