import { type KeyboardEvent, useState } from 'react';

export interface Option {
  value: string;
  label: string;
}

const plain = (text: string) => text.toLowerCase().replace(/[_/]+/g, ' ');

/** Every word of what was typed must occur, in any order: 'kuala', 'lum asia', '+08'. */
const matching = (options: readonly Option[], typed: string): readonly Option[] => {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return words.length === 0 ? options : options.filter((o) => words.every((w) => plain(o.label).includes(w)));
};

/** The state of a list that is searched by typing: what is shown, which row is lit, and what each key does. */
export function useCombobox(options: readonly Option[], value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = matching(options, typed ?? '');
  const last = Math.max(shown.length - 1, 0);

  const show = () => {
    if (open) return;
    setActive(
      Math.max(
        0,
        options.findIndex((o) => o.value === value),
      ),
    );
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
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
    setOpen(true);
  };

  /** Whether the key meant something here. */
  const press = (key: string): boolean => {
    if (!open) {
      if (key === 'ArrowDown' || key === 'ArrowUp') show();
      return key === 'ArrowDown' || key === 'ArrowUp';
    }
    if (key === 'ArrowDown') setActive(Math.min(active + 1, last));
    else if (key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (key === 'PageDown') setActive(Math.min(active + 6, last));
    else if (key === 'PageUp') setActive(Math.max(active - 6, 0));
    else if (key === 'Enter') choose(shown[active]);
    else if (key === 'Escape') hide();
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (press(event.key)) event.preventDefault();
  };

  const text = typed ?? options.find((o) => o.value === value)?.label ?? '';
  return { open, shown, active, current: shown[active], text, show, hide, choose, type, onKeyDown };
}
