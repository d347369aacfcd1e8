import type { ReactNode } from 'react';

/** Named by the buttons that it closes. */
export const CLOSED_ID = 'upgrades-closed';

function Notice({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mx-auto mt-5 max-w-xl rounded-md bg-star-soft px-4 py-3 text-center text-sm text-star-ink">
      {children}
    </p>
  );
}

/** Says when nothing can be bought, or when what is bought is a test (Decisions 8). */
export function UpgradeNotice({ upgrades }: { upgrades: 'on' | 'off' | 'test' | undefined }) {
  if (upgrades === 'off')
    return <Notice id={CLOSED_ID}>Upgrades are not available here yet. Everything on your plan stays as it is.</Notice>;
  if (upgrades === 'test') return <Notice>This is a test: the checkout asks for no card, and no money moves.</Notice>;
  return null;
}
