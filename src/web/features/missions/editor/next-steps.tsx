import { Star } from '#web/ui/drawings/star.tsx';

const TIPS = [
  'Invite friends with one link.',
  'Check in once a day: a tick or a line.',
  'See at a glance who is in today.',
  'Every day is one stitch. The last one closes the patch.',
];

/** What comes next (Spec 2, Create Mission). */
export function AfterCreation({ id }: { id: string }) {
  return (
    <section aria-labelledby={id} className="relative isolate rounded-lg bg-night p-6 text-on-night">
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-md text-star stitch" />
      <h2 id={id} className="text-lg font-extrabold">
        After Creation
      </h2>
      <ul className="mt-3.5 grid gap-3 text-sm text-on-night-2">
        {TIPS.map((tip) => (
          <li key={tip} className="flex gap-2.5">
            <Star className="size-5 shrink-0" />
            {tip}
          </li>
        ))}
      </ul>
    </section>
  );
}
