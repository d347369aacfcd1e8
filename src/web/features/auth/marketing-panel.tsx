import { Campfire } from '#web/drawings/campfire.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import { Star } from '#web/drawings/star.tsx';

const POINTS = [
  ['Create Missions', 'Set meaningful goals and track progress'],
  ['Invite Friends', 'Build habits together with accountability'],
  ['Earn Rewards', 'Level up with points, streaks and achievements'],
] as const;

/** The half of the sign-in page that presents Emberkin; phones show only the tagline and the fire. */
export function MarketingPanel() {
  return (
    <section
      aria-label="About Emberkin"
      className="relative isolate overflow-hidden rounded-b-xl bg-dusk text-on-night lg:flex lg:flex-col lg:rounded-none"
    >
      <div className="px-6 pt-6 lg:px-14 lg:pt-12">
        <Logo />
      </div>
      <h1 className="px-6 pt-5 text-2xl font-extrabold lg:px-14 lg:pt-14 lg:text-4xl">
        Build Good Habits. <span className="text-dusk-star lg:block">Together.</span>
      </h1>
      <ul className="hidden max-w-xl gap-4 px-14 pt-8 lg:grid">
        {POINTS.map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Star className="mt-0.5 h-6 w-6 shrink-0" fill="var(--dusk-star)" />
            <p>
              <strong className="block font-display text-lg font-bold">{title}</strong>
              <span className="text-on-night-2">{text}</span>
            </p>
          </li>
        ))}
      </ul>
      <Campfire className="h-40 w-full sm:-mt-6 sm:h-56 lg:mt-8 lg:h-60 lg:grow lg:[mask-image:linear-gradient(to_bottom,transparent,#000_18%)]" />
    </section>
  );
}
