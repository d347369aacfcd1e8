import type { ReactNode } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Description } from './description.tsx';

/** The header has no room for the description and what one may do on phones. */
export function About({ mission, children }: { mission: Mission; children: ReactNode }) {
  return (
    <section aria-labelledby="about" className="rounded-lg bg-card p-5 shadow-card">
      <h2 id="about" className="text-lg font-extrabold">
        About this mission
      </h2>
      <Description html={mission.description} className="mt-3 text-ink-2" />
      {children}
    </section>
  );
}
