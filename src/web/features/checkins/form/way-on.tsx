import { Link } from '@tanstack/react-router';
import { button } from '#web/kit/button.tsx';
import { useT } from '#web/lib/language.ts';

export interface WayOnProps {
  /** The next mission that needs a check-in today, else when the user is asked again; undefined while it is not known. */
  way: { mission: { id: string; title: string } } | { seeYou: string | null } | undefined;
}

/** The way on: one button to the next mission, or that this was the last. It has its height before it is known. */
export function WayOn({ way }: WayOnProps) {
  const t = useT();
  if (way === undefined) return <div className="h-14" />;
  if ('seeYou' in way)
    return (
      <p className="min-h-14 text-center font-display text-xl leading-tight font-extrabold text-dusk-star @2xl:text-start">
        {t('app.checkins.done.day_done')}
        {way.seeYou && <span className="block font-sans text-sm font-semibold text-on-night-2">{way.seeYou}</span>}
      </p>
    );
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: way.mission.id }}
      hash="checkin"
      className={button({ className: 'w-full min-w-0' })}
    >
      <span className="truncate">{t('app.checkins.done.next', { title: way.mission.title })}</span>
    </Link>
  );
}
