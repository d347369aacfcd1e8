import type { ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

interface RadioTilesProps<Name extends string> {
  /** The group's label. It is also the form name of the radio buttons. */
  label: string;
  names: readonly Name[];
  nameOf: (name: Name) => string;
  value: Name;
  className: string;
  disabled?: boolean;
  draw: (name: Name) => ReactNode;
  onChange: (name: Name) => void;
}

/** Renders drawings to choose from, each with a name and on a tile of 44 px. */
export function RadioTiles<Name extends string>(props: RadioTilesProps<Name>) {
  const { label, names, nameOf, value, className, disabled, draw, onChange } = props;
  return (
    <div role="radiogroup" aria-label={label} className={cx('gap-1.5', className)}>
      {names.map((name) => (
        <label
          key={name}
          className="grid size-11 cursor-pointer place-items-center rounded-md border-2 border-transparent hover:bg-sunk has-checked:border-flame has-checked:bg-star-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky has-disabled:opacity-60"
        >
          <input
            type="radio"
            name={`tiles-${label}`}
            value={name}
            checked={name === value}
            disabled={disabled}
            onChange={() => onChange(name)}
            aria-label={nameOf(name)}
            className="sr-only"
          />
          {draw(name)}
        </label>
      ))}
    </div>
  );
}
