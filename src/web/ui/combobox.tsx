import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Control, describedBy, inputClass } from './field.tsx';

interface Option {
  value: string;
  label: string;
}
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

const plain = (text: string) => text.toLowerCase().replace(/[_/]+/g, ' ');
/** Every word of what was typed must occur, in any order: 'kuala', 'asia lum', '+08'. */
const matching = (options: readonly Option[], typed: string): readonly Option[] => {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return words.length === 0 ? options : options.filter((o) => words.every((w) => plain(o.label).includes(w)));
};

/** A long list that is searched by typing; arrows, Enter and Escape as the ARIA pattern says. */
export function Combobox({ id, label, options, value, onChange, note, error, placeholder, disabled }: ComboboxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const chosen = options.find((o) => o.value === value);
  const shown = matching(options, typed ?? '');
  const current = shown[active];

  useEffect(() => {
    if (open) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  });

  const show = () => {
    if (open) return;
    setActive(Math.max(0, options.findIndex((o) => o.value === value)));
    setOpen(true);
  };
  const hide = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: Option | undefined) => {
    if (option) onChange(option.value);
    hide();
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => (open ? setActive(Math.min(active + 1, shown.length - 1)) : show()),
    ArrowUp: () => (open ? setActive(Math.max(active - 1, 0)) : show()),
    Home: () => setActive(0),
    End: () => setActive(Math.max(shown.length - 1, 0)),
    Enter: () => choose(current),
    Escape: hide,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    const onlyOpen = !['ArrowDown', 'ArrowUp'].includes(event.key);
    if (!act || (onlyOpen && !open)) return;
    event.preventDefault();
    act();
  };

  return (
    <Control {...{ id, label, note, error }}>
      <div className="relative">
        <input
          id={id}
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && current ? `${id}-${current.value}` : undefined}
          aria-invalid={!!error || undefined}
          aria-describedby={describedBy(id, { error, note })}
          className={cx(inputClass, 'h-13 cursor-pointer pe-11')}
          value={typed ?? chosen?.label ?? ''}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
            setOpen(true);
          }}
          onFocus={(event) => event.target.select()}
          onClick={show}
          onBlur={hide}
          onKeyDown={onKeyDown}
        />
        <ChevronDown aria-hidden className="pointer-events-none absolute end-3.5 top-1/2 size-5 -translate-y-1/2 text-ink-2" />
        {/* biome-ignore lint/a11y/useFocusableInteractive: in this pattern the focus stays in the text field */}
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          hidden={!open}
          className="absolute inset-x-0 top-full z-40 mt-1 max-h-72 overflow-y-auto rounded-md border-2 border-line bg-card p-1 shadow-card"
        >
          {open &&
            shown.map((o, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are heard on the text field
              <li
                key={o.value}
                id={`${id}-${o.value}`}
                role="option"
                aria-selected={o.value === value}
                data-active={i === active ? '' : undefined}
                // The field would lose the focus, and the list with it, before the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(o)}
                className="flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-2 text-sm hover:bg-sunk aria-selected:font-bold data-active:bg-star-soft"
              >
                {o.label}
              </li>
            ))}
          {open && shown.length === 0 && <li className="px-3 py-2.5 text-sm text-ink-2">Nothing found</li>}
        </ul>
      </div>
    </Control>
  );
}
