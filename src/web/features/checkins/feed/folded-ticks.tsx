import { ChevronDown, Smile, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { inlineActionClass } from '#web/kit/disclosure-button.tsx';
import { cx } from '#web/lib/cx.ts';
import { foldedNames } from './fold-ticks.ts';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The button of `row` that a key moves to from the focused one; null for a key that moves nowhere. */
function nextButton(row: HTMLElement, key: string): HTMLElement | null {
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  if (key === 'Home') return buttons[0] ?? null;
  if (key === 'End') return buttons.at(-1) ?? null;
  const step = STEPS[key];
  if (step === undefined) return null;
  const mirrored = key.endsWith('t') && getComputedStyle(row).direction === 'rtl';
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  return buttons[(index + (mirrored ? -step : step) + buttons.length) % buttons.length] ?? null;
}

interface FiveProps {
  children: ReactNode;
  onClose: () => void;
}

/** The five reactions in the place of the row: arrows move among them, Escape closes. */
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

interface FoldedTicksProps {
  checkins: readonly Checkin[];
  meId: string;
  open: boolean;
  onToggle: () => void;
  /** The five reactions for all of them. */
  reactions: ReactNode;
  /** Each of them, while open. */
  children: ReactNode;
}

/** Plain ticks of one day in one row of 60 px, which a disclosure opens. */
export function FoldedTicks({ checkins, meId, open, onToggle, reactions, children }: FoldedTicksProps) {
  const [reacting, setReacting] = useState(false);
  const react = useRef<HTMLButtonElement>(null);
  const id = foldElementId(checkins);
  const close = () => {
    setReacting(false);
    react.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div id={id} tabIndex={-1} className="flex min-h-15 scroll-mt-8 items-center gap-2.5 py-1">
        {reacting ? (
          <Five onClose={close}>{reactions}</Five>
        ) : (
          <Names checkins={checkins} meId={meId} open={open} onToggle={onToggle} />
        )}
        <button
          ref={react}
          type="button"
          aria-expanded={reacting}
          aria-label={reacting ? 'Close the reactions' : `React to ${checkins.length} check-ins`}
          onClick={() => (reacting ? close() : setReacting(true))}
          className={cx(inlineActionClass, '-me-2 min-w-11 shrink-0 justify-center px-2', !reacting && 'ms-auto')}
        >
          {reacting ? (
            <X className="size-4.5" aria-hidden />
          ) : (
            <>
              <Smile className="size-4.5" aria-hidden />
              <span className="max-[22rem]:hidden">React</span>
            </>
          )}
        </button>
      </div>
      {open && (
        <div id={`${id}-open`} className="pb-2">
          {children}
        </div>
      )}
    </>
  );
}

/** The id of a folded row: that of its newest check-in. */
export const foldElementId = (checkins: readonly Pick<Checkin, 'id'>[]): string => `fold-${checkins[0]?.id}`;

/** Faces and names, which open the row. */
function Names({ checkins, meId, open, onToggle }: Pick<FoldedTicksProps, 'checkins' | 'meId' | 'open' | 'onToggle'>) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? `${foldElementId(checkins)}-open` : undefined}
      onClick={onToggle}
      className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5 rounded-sm text-start text-sm leading-tight"
    >
      <span aria-hidden className="flex shrink-0 -space-x-2.5">
        {checkins.slice(0, 2).map(({ id, user_name, user_avatar_url, user_look }) => (
          <Avatar key={id} name={user_name} look={user_look} url={user_avatar_url} size={28} decorative />
        ))}
      </span>
      <span className="line-clamp-2 wrap-anywhere">{foldedNames(checkins, meId)}</span>
      <ChevronDown
        aria-hidden
        className={cx('-ms-1 size-4 shrink-0 text-ink-2 transition-transform', open && 'rotate-180')}
      />
    </button>
  );
}
