import { useId } from 'react';
import { cx } from '#web/lib/cx.ts';

interface ChoiceProps<Value> {
  legend: string;
  options: readonly [Value, string][];
  value: Value;
  onChange: (value: Value) => void;
}

/** Some radios in a row. The chosen one is gold, as the flame is the button of another act. */
export function Choice<Value extends string | number>({ legend, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="mt-3">
      <legend className="sr-only">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {options.map(([option, label]) => (
          <label
            key={option}
            className={cx(
              'grid min-h-11 cursor-pointer place-items-center rounded-md border-2 text-sm font-bold tabular max-[22rem]:text-xs has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky',
              option === value ? 'border-star-ink bg-star-soft text-star-ink' : 'border-line-strong hover:bg-sunk',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
