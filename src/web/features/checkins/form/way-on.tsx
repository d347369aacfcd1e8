import { Link } from '@tanstack/react-router';
import { button } from '#web/kit/button.tsx';

export interface WayOnProps {
  /** The next mission that needs a check-in today, or what is said when none does; undefined while that is not known. */
  way: { mission: { id: string; title: string } } | { words: string } | undefined;
}

/** The way on: one button to the next mission, or that this was the last. */
export function WayOn({ way }: WayOnProps) {
  if (way === undefined) return null;
  if ('words' in way)
    return (
      <p className="mt-2 text-center font-display text-xl font-extrabold text-dusk-star @2xl:mt-4 @2xl:text-start">
        {way.words}
      </p>
    );
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: way.mission.id }}
      hash="checkin"
      className={button({ className: 'mt-3 w-full min-w-0' })}
    >
      <span className="truncate">Next: {way.mission.title}</span>
    </Link>
  );
}
