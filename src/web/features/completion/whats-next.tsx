import { Link } from '@tanstack/react-router';
import type { Completion } from '#contract/completion.ts';
import { button } from '#web/kit/button.tsx';
import { Section } from '#web/kit/section.tsx';

/** The other next steps. Only where there is no next round to go on with, one of them stands out. */
export function WhatsNext({ completion }: { completion: Completion }) {
  const { mission, can_start_next, next_round } = completion;
  const goesOn = can_start_next || next_round?.is_member || next_round?.invitation_id;
  return (
    <Section id="next" title="What's Next" lead={goesOn ? undefined : 'Keep the fire going.'}>
      <div className="grid gap-3">
        <Link to="/create-mission" className={button({ kind: goesOn ? 'quiet' : 'flame' })}>
          Start New Mission
        </Link>
        <Link to="/create-mission" search={{ from: mission.id }} className={button({ kind: 'quiet' })}>
          Run this mission again
        </Link>
        <Link to="/dashboard" className={button({ kind: 'quiet' })}>
          Back to Dashboard
        </Link>
      </div>
    </Section>
  );
}
