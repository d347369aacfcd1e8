import type { ComponentProps } from 'react';
import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { type ScreenTranslate, useT, within } from '#platform/web/lib/language.ts';
import { Campfire } from '#web/drawings/campfire.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import { Star } from '#web/drawings/star.tsx';

const freeIn = (t: ScreenTranslate) => [
  t('start.register.free.missions', { count: FREE_ACTIVE_MISSIONS }),
  t('start.register.free.checkins'),
  t('start.register.free.invitations'),
  t('start.register.free.points'),
  t('start.register.free.streaks'),
];

const WidePanel = ({ children, ...label }: ComponentProps<'section'>) => (
  <section {...label} className="relative isolate hidden overflow-hidden bg-dusk text-on-night lg:flex lg:flex-col">
    <div className="px-14 pt-12">
      <Logo />
    </div>
    {children}
    <Campfire className="mt-6 h-60 w-full grow [mask-image:linear-gradient(to_bottom,transparent,#000_18%)]" />
  </section>
);

export function FreePlanPanel() {
  const t = useT();
  return (
    <WidePanel aria-labelledby="free-wide">
      <h2 id="free-wide" className="px-14 pt-12 text-3xl font-extrabold">
        {t.rich('start.register.free.heading_wide', {
          strong: within('span', { className: 'text-dusk-star' }),
        })}
      </h2>
      <ul className="grid gap-3 px-14 pt-7">
        {freeIn(t).map((text) => (
          <li key={text} className="flex items-center gap-3 text-lg font-semibold">
            <Star className="size-6 shrink-0" fill="var(--dusk-star)" />
            {text}
          </li>
        ))}
      </ul>
      <p className="mx-14 mt-7 w-fit rounded-md px-4 py-3 text-on-night-2 stitch">{t('start.register.free.pro')}</p>
    </WidePanel>
  );
}

export function FirePanel() {
  const t = useT();
  return (
    <WidePanel aria-label={t('start.about.label')}>
      <p className="px-14 pt-12 font-display text-3xl font-extrabold">
        {t.rich('start.about.claim', {
          strong: within('span', { className: 'text-dusk-star' }),
        })}
      </p>
    </WidePanel>
  );
}

export function FreePlanCard() {
  const t = useT();
  return (
    <section aria-labelledby="free-narrow" className="rounded-lg p-5 text-ink-2 stitch lg:hidden">
      <h2 id="free-narrow" className="text-lg font-extrabold text-ink">
        {t('start.register.free.heading')}
      </h2>
      <ul className="mt-3 grid gap-2">
        {freeIn(t).map((text) => (
          <li key={text} className="flex items-center gap-2.5 text-sm text-ink">
            <Star className="size-5 shrink-0" />
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm">{t('start.register.free.pro')}</p>
    </section>
  );
}

export function FireBanner() {
  return (
    <div className="relative overflow-hidden rounded-b-xl bg-dusk text-on-night lg:hidden">
      <div className="absolute start-6 top-6">
        <Logo />
      </div>
      <Campfire className="h-52 w-full pt-13 sm:h-60" />
    </div>
  );
}
