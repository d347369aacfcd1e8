import type { ReactNode } from 'react';

interface SwitchProps {
  label: ReactNode;
  note?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off. The label comes first, and the whole row can be pressed. */
export function Switch({ label, note, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center justify-between gap-4 rounded-md py-1.5 has-disabled:cursor-default has-disabled:opacity-60">
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{label}</span>
        {note && <span className="mt-0.5 block text-xs text-ink-2">{note}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="relative h-8 w-14 shrink-0 rounded-full bg-line-strong transition-colors duration-200 after:absolute after:start-1 after:top-1 after:size-6 after:rounded-full after:bg-card after:transition-[inset-inline-start] after:duration-200 peer-checked:bg-pine peer-checked:after:start-7 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-sky"
      />
    </label>
  );
}
