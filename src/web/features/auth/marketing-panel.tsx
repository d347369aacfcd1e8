import { useT, within } from '#platform/web/lib/language.ts';
import { DrawnCampfire } from '#web/drawings/drawn-campfire.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import { Star } from '#web/drawings/star.tsx';

const POINTS = [
  ['start.about.create', 'start.about.create_text'],
  ['start.about.invite', 'start.about.invite_text'],
  ['start.about.earn', 'start.about.earn_text'],
] as const;

/** The half of the sign-in page that presents Emberkin; phones show only the tagline and the fire. */
export function MarketingPanel() {
  const t = useT();
  return (
    <section
      aria-label={t('start.about.label')}
      className="relative isolate overflow-hidden rounded-b-xl bg-dusk text-on-night lg:flex lg:flex-col lg:rounded-none"
    >
      <div className="px-6 pt-6 lg:px-14 lg:pt-12">
        <Logo />
      </div>
      <h1 className="px-6 pt-5 text-2xl font-extrabold lg:px-14 lg:pt-14 lg:text-4xl">
        {t.rich('start.about.claim', {
          strong: within('span', { className: 'text-dusk-star lg:block' }),
        })}
      </h1>
      <ul className="hidden max-w-xl gap-4 px-14 pt-8 lg:grid">
        {POINTS.map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Star className="mt-0.5 h-6 w-6 shrink-0" fill="var(--dusk-star)" />
            <p>
              <strong className="block font-display text-lg font-bold">{t(title)}</strong>
              <span className="text-on-night-2">{t(text)}</span>
            </p>
          </li>
        ))}
      </ul>
      <DrawnCampfire className="h-40 w-full sm:-mt-6 sm:h-56 lg:mt-8 lg:h-60 lg:grow lg:[mask-image:linear-gradient(to_bottom,transparent,#000_18%)]" />
    </section>
  );
}
