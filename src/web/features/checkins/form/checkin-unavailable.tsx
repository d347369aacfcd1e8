import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { longDay } from '#web/lib/format.ts';
import { Flame } from '#web/ui/drawings/flame.tsx';

function wordsFor({ today, first_day }: Mission): { title: string; text: string } {
  const days = daysBetween(today, first_day);
  if (days <= 0) return { title: 'No more check-ins here', text: 'Your last day has passed. Every stitch stays.' };
  return {
    title: 'The fire is laid',
    text:
      days === 1
        ? `The first check-in opens tomorrow, ${longDay(first_day)}.`
        : `The first check-in opens on ${longDay(first_day)}, in ${days} days.`,
  };
}

/** Stands where the form would stand: the mission has not begun, or one's own days are over. */
export function CheckinClosed({ mission }: { mission: Mission }) {
  const words = wordsFor(mission);
  return (
    <section
      id="checkin"
      tabIndex={-1}
      aria-labelledby="checkin-title"
      className="flex scroll-mt-4 items-center gap-4 rounded-xl bg-card p-6 shadow-card sm:p-8"
    >
      <Flame className="h-12 w-auto shrink-0" lit={false} />
      <div>
        <h2 id="checkin-title" className="text-xl font-extrabold">
          {words.title}
        </h2>
        <p className="mt-1.5 text-ink-2">{words.text}</p>
      </div>
    </section>
  );
}
