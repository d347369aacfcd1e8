import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

const base =
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border-2 font-bold transition-[transform,background-color,box-shadow] duration-200 select-none disabled:pointer-events-none aria-disabled:pointer-events-none';
const pressed = 'active:translate-y-[3px] active:shadow-none disabled:opacity-60';
/* Kinds of buttons, by how much they stand out. ¶ Use one `flame` per screen and `night` for repeated buttons.
   `quiet` is the default elsewhere, and `bare` looks like a link. `danger` deletes, leaves or ends something. `dusk`
   is for night grounds, which are dark in both themes. Each edge or fill has a contrast of 3:1 to its ground. Forced
   colors show the transparent borders. */
const kinds = {
  flame: `${pressed} border-transparent bg-flame text-on-flame shadow-[0_4px_0_color-mix(in_oklab,var(--flame)_72%,black)] hover:brightness-105`,
  quiet: `${pressed} border-line-strong bg-card text-ink shadow-[0_3px_0_var(--line)] hover:bg-sunk`,
  night: `${pressed} border-transparent bg-night text-on-night shadow-[0_4px_0_color-mix(in_oklab,var(--night)_60%,black)] dark:border-line-strong`,
  danger: `${pressed} border-transparent bg-rose text-on-rose shadow-[0_4px_0_color-mix(in_oklab,var(--rose)_72%,black)] hover:brightness-105`,
  dusk: `${pressed} border-on-night-2/65 text-on-night hover:bg-on-night/10`,
  bare: 'border-transparent text-flame underline decoration-star decoration-2 underline-offset-4 hover:decoration-flame',
} as const;
const sizes = {
  md: 'min-h-12 px-5 text-base',
  sm: 'min-h-11 px-4 text-sm',
  slim: 'min-h-11 px-2 text-sm',
  tile: 'h-17 flex-col px-1 text-xs',
} as const;

export interface ButtonLook {
  kind?: keyof typeof kinds;
  size?: keyof typeof sizes;
  /** Position and width only (margins, grid, `w-*`, `grow`); `kind` and `size` decide the rest. */
  className?: string | undefined;
}

/** Returns the classes of a button, for links too. */
export const button = ({
  kind = 'flame',
  size = kind === 'bare' ? 'slim' : 'md',
  className,
}: ButtonLook = {}): string => cx(base, kinds[kind], sizes[size], className);

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    busy?: boolean;
    busyLabel?: ReactNode;
  };

export function Button({
  kind,
  size,
  className,
  busy = false,
  busyLabel,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = { ...(kind && { kind }), ...(size && { size }), className };
  return (
    <button type={type} className={button(look)} disabled={disabled || busy} aria-busy={busy || undefined} {...rest}>
      {busyLabel ? (
        // Each text needs its own element, because translating browsers wrap bare text in new elements.
        <span key={String(busy)} className="contents">
          {busy ? busyLabel : children}
        </span>
      ) : (
        children
      )}
    </button>
  );
}

/** Renders a round button that shows only an icon; `label` is its name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={cx(
        'relative grid size-11 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-sunk aria-expanded:bg-sunk',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}

/** The classes of a link inside a sentence. */
export const textLink =
  '-my-2.5 inline-block py-2.5 font-bold text-flame underline decoration-star decoration-2 underline-offset-4 hover:decoration-flame';
