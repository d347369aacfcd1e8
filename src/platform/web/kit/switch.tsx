import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  note?: ReactNode;
  checked: boolean;
  beside?: ReactNode;
  onChange: (checked: boolean) => void;
}

/**
 * Renders a setting that is on or off. The whole row can be pressed, except `beside`.
 *
 * Off is an outline and on is filled, which makes active settings stand out.
 */
export function Switch({ label, note, checked, beside, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-3 py-1.5">
      <label htmlFor={id} className="flex min-h-11 min-w-0 grow cursor-pointer flex-col justify-center">
        <span className="block font-semibold wrap-anywhere user-line">{label}</span>
        {note && <span className="mt-0.5 block text-xs text-ink-2">{note}</span>}
      </label>
      {beside}
      <label className="grid min-h-11 shrink-0 cursor-pointer place-items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="peer sr-only"
        />
        <span
          aria-hidden
          className="relative h-8 w-14 rounded-full border-2 border-line-strong transition-colors duration-200 after:absolute after:start-1 after:top-1 after:size-5 after:rounded-full after:bg-line-strong after:transition-[inset-inline-start] after:duration-200 peer-checked:border-pine peer-checked:bg-pine peer-checked:after:start-7 peer-checked:after:bg-card peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-sky"
        />
      </label>
    </div>
  );
}
