import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { Control, describedBy, inputClass } from './field.tsx';
import { type Option, useCombobox } from './use-combobox.ts';

interface ComboboxProps {
  id: string;
  label: string;
  options: readonly Option[];
  /** The chosen option's value. */
  value: string;
  onChange: (value: string) => void;
  note?: ReactNode;
  error?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean;
}

/** A long list that is searched by typing; arrows, Enter and Escape as the ARIA pattern says. */
export function Combobox({ id, label, options, value, onChange, note, error, placeholder, disabled }: ComboboxProps) {
  const box = useCombobox(options, value, onChange);
  return (
    <Control {...{ id, label, note, error }}>
      <div className="relative">
        <input
          id={id}
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={box.open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={box.open && box.current ? `${id}-${box.current.value}` : undefined}
          aria-invalid={!!error || undefined}
          aria-describedby={describedBy(id, { error, note })}
          className={cx(inputClass, 'h-13 cursor-pointer pe-11')}
          value={box.text}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event) => box.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onClick={box.show}
          onBlur={box.hide}
          onKeyDown={box.onKeyDown}
        />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3.5 top-1/2 size-5 -translate-y-1/2 text-ink-2"
        />
        <List id={id} label={label} value={value} box={box} />
      </div>
    </Control>
  );
}

type ListProps = Pick<ComboboxProps, 'id' | 'label' | 'value'> & { box: ReturnType<typeof useCombobox> };

function List({ id, label, value, box: { open, shown, active, choose } }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);
  return (
    <div
      className="absolute inset-x-0 top-full z-40 mt-1 rounded-md border-2 border-line bg-card p-1 shadow-card"
      hidden={!open}
    >
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className="max-h-72 overflow-y-auto"
      >
        {open &&
          shown.map((option, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard on the text field, which keeps the focus
            <div
              key={option.value}
              id={`${id}-${option.value}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              data-active={i === active ? '' : undefined}
              // The field would lose the focus, and the list with it, before the click arrives.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              className="flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-2 text-sm hover:bg-sunk aria-selected:font-bold data-active:bg-star-soft"
            >
              {option.label}
            </div>
          ))}
      </div>
      {open && shown.length === 0 && <p className="px-3 py-2.5 text-sm text-ink-2">Nothing found</p>}
    </div>
  );
}
