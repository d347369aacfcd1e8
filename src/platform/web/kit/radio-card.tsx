import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

interface RadioCardProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  invalid?: boolean;
  className: string;
  buttonClass?: string;
  children: ReactNode;
}

/** Renders a choice as a card that can be pressed anywhere. */
export const RadioCard = ({ invalid = false, className, buttonClass, children, ...input }: RadioCardProps) => (
  <label
    className={cx(
      'flex cursor-pointer rounded-md border-2 hover:bg-sunk has-checked:border-flame has-checked:bg-star-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky has-disabled:cursor-default has-disabled:opacity-60',
      invalid ? 'border-rose' : 'border-line-strong',
      className,
    )}
  >
    <input type="radio" {...input} className={cx('size-4.5 shrink-0 accent-(--flame)', buttonClass)} />
    {children}
  </label>
);
