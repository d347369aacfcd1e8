import { Link } from '@tanstack/react-router';
import { button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';

/** The way on; a mission that went well can begin again. */
export function WhatsNext({ missionId }: { missionId: string }) {
  return (
    <Section id="next" title="What's Next" lead="The fire is still warm.">
      <div className="grid gap-3">
        <Link to="/create-mission" className={button()}>
          Start New Mission
        </Link>
        <Link to="/create-mission" search={{ from: missionId }} className={button({ kind: 'quiet' })}>
          Start again
        </Link>
        <Link to="/dashboard" className={button({ kind: 'quiet' })}>
          Back to Dashboard
        </Link>
      </div>
    </Section>
  );
}
