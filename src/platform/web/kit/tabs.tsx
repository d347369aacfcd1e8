import type { KeyboardEvent } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { isMirrored, stepOf } from '#platform/web/lib/direction.ts';

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; name: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
  controls?: string;
}

/** Returns the ID of a tab, for its panel's `aria-labelledby`. */
export const tabId = (id: string): string => `tab-${id}`;

/** Returns the index that a key moves to, wrapping at both ends, or null for other keys. */
export function placeAfter(key: string, index: number, count: number, mirrored: boolean): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = stepOf(key, mirrored);
  return step === 0 ? null : (index + step + count) % count;
}

/**
 * Renders tabs after the ARIA tabs pattern: arrows, Home and End choose.
 *
 * They wrap into two rows if one is too narrow.
 */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, controls }: TabsProps<Id>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex(({ id }) => id === chosen);
    const target = placeAfter(event.key, index, tabs.length, isMirrored(event.currentTarget));
    if (target === null) return;
    event.preventDefault();
    const next = tabs[target]!;
    onChoose(next.id);
    document.getElementById(tabId(next.id))?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className="inline-flex max-w-full flex-wrap gap-1 rounded-xl bg-sunk p-1 max-sm:w-full"
    >
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          aria-selected={id === chosen}
          aria-controls={controls}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
          className={cx(
            'min-h-11 grow cursor-pointer rounded-full px-3 text-sm sm:px-4 font-bold whitespace-nowrap',
            id === chosen ? 'bg-card text-ink shadow-card' : 'text-ink-2 hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
