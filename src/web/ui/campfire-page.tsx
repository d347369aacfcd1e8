import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Campfire } from './drawings/campfire.tsx';
import { Logo } from './drawings/logo.tsx';

/** A public page of one column. `scene` shows the campfire above its first card. */
export function CampfirePage({ scene = false, children }: { scene?: boolean; children: ReactNode }) {
  return (
    <main id="main" className={cx('mx-auto grid w-full max-w-lg gap-6 px-4 pb-12 sm:px-6 sm:pt-8', !scene && 'pt-8')}>
      {scene && (
        <div aria-hidden className="-mx-4 -mb-14 h-52 overflow-hidden bg-dusk sm:mx-0 sm:h-72 sm:rounded-xl">
          <Campfire className="h-full w-full" />
        </div>
      )}
      {children}
      <p className="justify-self-center">
        <Logo />
      </p>
    </main>
  );
}
