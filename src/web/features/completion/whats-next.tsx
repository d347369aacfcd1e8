import { Link } from '@tanstack/react-router';
import type { Completion } from '#contract/completion.ts';
import { button } from '#platform/web/kit/button.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { useT } from '#platform/web/lib/language.ts';

/** The other next steps. One of them stands out only if there is no next round. */
export function WhatsNext({ completion }: { completion: Completion }) {
  const t = useT();
  const { mission, can_start_next, next_round } = completion;
  const goesOn = can_start_next || next_round?.is_member || next_round?.invitation_id;
  return (
    <Section
      id="next"
      title={t('app.completion.next.heading')}
      lead={goesOn ? undefined : t('app.completion.next.lead')}
    >
      <div className="grid gap-3">
        <Link to="/create-mission" className={button({ kind: goesOn ? 'quiet' : 'flame' })}>
          {t('app.completion.next.start')}
        </Link>
        <Link to="/create-mission" search={{ from: mission.id }} className={button({ kind: 'bare' })}>
          {t('app.completion.next.again')}
        </Link>
        <Link to="/dashboard" className={button({ kind: 'quiet' })}>
          {t('start.common.back_to_dashboard')}
        </Link>
      </div>
    </Section>
  );
}
