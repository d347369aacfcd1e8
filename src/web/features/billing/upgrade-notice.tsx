import { cx } from '#web/lib/cx.ts';

/** The id of the notice that describes the disabled buttons. */
export const CLOSED_ID = 'upgrades-closed';

const NOTICES = {
  on: 'Cancel any time. You keep your plan until the paid period ends.',
  off: "Upgrades aren't available here yet. Everything on your plan stays as it is.",
  test: 'Test mode: no card needed, no money moves.',
};

/** What goes for every upgrade. Its box is there from the start, so that the plans stay where they are. */
export function UpgradeNotice({ upgrades }: { upgrades: keyof typeof NOTICES | undefined }) {
  return (
    <p
      id={upgrades === 'off' ? CLOSED_ID : undefined}
      className={cx(
        'mx-auto mt-5 grid min-h-16 max-w-xl place-items-center rounded-md px-4 py-3 text-sm sm:min-h-11',
        upgrades !== 'on' && 'bg-star-soft text-star-ink',
      )}
    >
      {upgrades && NOTICES[upgrades]}
    </p>
  );
}
