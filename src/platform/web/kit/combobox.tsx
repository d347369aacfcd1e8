import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { Control, describedBy, inputClass } from './field.tsx';

export interface Option {
  value: string;
  label: string;
}

const normalize = (text: string) => text.toLowerCase().replace(/[_/]+/g, ' ');

/** Returns options whose label contains every typed word, in any order: 'kuala', 'lum asia', '+08'. */
export function filterOptions(options: readonly Option[], typed: string): Option[] {
  const words = normalize(typed).split(/\s+/).filter(Boolean);
  return options.filter((option) => words.every((word) => normalize(option.label).includes(word)));
}

const describeResults = (t: ScreenTranslate, count: number): string =>
  count === 0 ? t('start.kit.nothing_found') : t('start.kit.results', { count });

const { InputBlur, InputChange, InputClick, ItemMouseMove, MenuMouseLeave } = useCombobox.stateChangeTypes;

/** Filters the options by the typed text and overrides some of the library's defaults. */
function useOptionSearch(id: string, options: readonly Option[], value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = filterOptions(options, typed ?? '');
  const chosen = options.find((option) => option.value === value) ?? null;

  const reduce = (
    state: UseComboboxState<Option>,
    { type, changes }: UseComboboxStateChangeOptions<Option>,
  ): Partial<UseComboboxState<Option>> => {
    switch (type) {
      case InputChange:
        // Enter chooses the first match.
        return { ...changes, highlightedIndex: filterOptions(options, changes.inputValue ?? '').length > 0 ? 0 : -1 };
      case InputClick:
        // A second click sets the caret in the text.
        return state.isOpen ? state : changes;
      case InputBlur:
        // Leaving the field without Enter or a click chooses nothing.
        return { ...changes, selectedItem: state.selectedItem };
      case ItemMouseMove:
      case MenuMouseLeave:
        // Hovering does not change which option Enter chooses.
        return state;
      default:
        return changes;
    }
  };

  const box = useCombobox<Option>({
    id,
    inputId: id,
    items: shown,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    selectedItem: chosen,
    inputValue: typed ?? chosen?.label ?? '',
    stateReducer: reduce,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem.value),
    onIsOpenChange: ({ isOpen }) => !isOpen && setTyped(null),
    // Also scrolls the page if the list reaches below the window.
    scrollIntoView: (option) => option.scrollIntoView({ block: 'nearest' }),
  });

  // Escape would clear a closed field. Leave it to an element around it, such as a dialog.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !box.isOpen) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
  };
  return { ...box, shown, onType: setTyped, onKeyDown };
}

interface OptionListProps {
  label: string;
  value: string;
  box: ReturnType<typeof useOptionSearch>;
}

function OptionList({
  label,
  value,
  box: { isOpen, shown, highlightedIndex, getMenuProps, getItemProps },
}: OptionListProps) {
  const t = useT();
  return (
    <div
      className="absolute inset-x-0 top-full z-40 mt-1 rounded-md border-2 border-line bg-card p-1 shadow-card"
      hidden={!isOpen}
    >
      <ul {...getMenuProps({ 'aria-label': label, tabIndex: -1, className: 'max-h-72 overflow-y-auto' })}>
        {isOpen &&
          shown.map((option, index) => (
            <li
              key={option.value}
              {...getItemProps({
                item: option,
                index,
                // The library marks the highlighted option with this attribute. We mark the chosen option.
                'aria-selected': option.value === value,
                className:
                  'flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-2 text-sm hover:bg-sunk aria-selected:font-bold data-active:bg-star-soft',
              })}
              data-active={index === highlightedIndex ? '' : undefined}
            >
              <bdi dir="ltr">{option.label}</bdi>
            </li>
          ))}
      </ul>
      {isOpen && shown.length === 0 && (
        <p aria-hidden className="px-3 py-2.5 text-sm text-ink-2">
          {t('start.kit.nothing_found')}
        </p>
      )}
    </div>
  );
}

interface ComboboxProps {
  id: string;
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  note?: ReactNode;
  error?: string | undefined;
}

/**
 * Renders a long list that people search by typing, after the ARIA combobox pattern.
 *
 * Its options run from left to right.
 */
export function Combobox({ id, label, options, value, onChange, note, error }: ComboboxProps) {
  const t = useT();
  const box = useOptionSearch(id, options, value, onChange);
  return (
    <Control {...{ id, label, note, error }}>
      <div className="relative">
        <input
          {...box.getInputProps({
            type: 'text',
            dir: 'ltr',
            spellCheck: false,
            // The label in `Control` names the field through `htmlFor`.
            'aria-labelledby': undefined,
            'aria-invalid': !!error || undefined,
            'aria-describedby': describedBy(id, { error, note }),
            className: cx(inputClass, 'h-13 cursor-pointer pe-11 rtl:ps-11 rtl:pe-4 rtl:text-end'),
            onFocus: (event) => event.currentTarget.select(),
            onChange: (event) => box.onType(event.currentTarget.value),
            onKeyDown: box.onKeyDown,
          })}
        />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3.5 top-1/2 size-5 -translate-y-1/2 text-ink-2"
        />
        <p role="status" className="sr-only">
          {box.isOpen && describeResults(t, box.shown.length)}
        </p>
        <OptionList label={label} value={value} box={box} />
      </div>
    </Control>
  );
}
