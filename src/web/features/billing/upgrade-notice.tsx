import type { PlainKey } from '#platform/i18n/translate.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

/** The ID of the notice that describes the disabled buttons. */
export const CLOSED_ID = 'upgrades-closed';

const NOTICES = {
  on: 'app.billing.pricing.any_time',
  off: 'app.billing.pricing.off',
  test: 'app.billing.pricing.test',
} as const satisfies Record<string, PlainKey>;

/** A notice about all upgrades. Its box is visible from the start, so the plans do not move. */
export function UpgradeNotice({ upgrades }: { upgrades: keyof typeof NOTICES | undefined }) {
  const t = useT();
  return (
    <p
      id={upgrades === 'off' ? CLOSED_ID : undefined}
      className={cx(
        'mx-auto mt-5 grid min-h-16 max-w-xl place-items-center rounded-md px-4 py-3 text-sm sm:min-h-11',
        upgrades !== 'on' && 'bg-star-soft text-star-ink',
      )}
    >
      {upgrades && t(NOTICES[upgrades])}
    </p>
  );
}
