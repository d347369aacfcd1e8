import { passwordStrength } from '#domain/passwords.ts';
import { cx } from '#web/ui/cx.ts';

/** A word as well as bars; it only advises (Decisions 7). `id` goes into the field's aria-describedby. */
export function PasswordMeter({ id, password }: { id: string; password: string }) {
  const { score, hint } = passwordStrength(password);
  return (
    <div id={id} className="mt-2 flex items-center gap-3 text-xs text-ink-2">
      <span aria-hidden className="flex grow gap-1.5">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx('h-1.5 grow rounded-full', bar <= score ? 'bg-flame-hi' : 'bg-line')} />
        ))}
      </span>
      {hint}
    </div>
  );
}
