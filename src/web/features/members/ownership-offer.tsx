import { Crown } from 'lucide-react';
import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction, emphasis } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useAcceptOwnership } from './queries.ts';

/** Shown to the member who has the offer; nothing changes until they accept. */
export function OwnershipOffer({ mission }: { mission: Mission }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { mutateAsync: accept } = useAcceptOwnership(mission.id);
  return (
    <section
      aria-labelledby="take-over"
      className="mb-5 flex flex-wrap items-center gap-4 rounded-lg bg-rose-soft p-5 sm:mb-6 sm:flex-nowrap sm:px-7"
    >
      <span className="grid size-14 shrink-0 place-items-center rounded-full bg-card text-rose">
        <Crown className="size-7" aria-hidden />
      </span>
      <div className="min-w-0 grow basis-48">
        <h2 id="take-over" className="text-lg font-extrabold wrap-anywhere">
          {t('app.members.takeover.heading', { name: mission.owner_name })}
        </h2>
        <p className="mt-1 text-sm">{t('app.members.takeover.text')}</p>
      </div>
      <Button kind="night" className="max-sm:w-full" onClick={() => setAsking(true)}>
        {t('app.members.takeover.take')}
      </Button>
      {asking && (
        <ConfirmAction
          title={t('app.members.takeover.title')}
          confirm={t('app.members.takeover.confirm')}
          busyLabel={t('app.members.takeover.busy')}
          cancel={t('app.members.takeover.later')}
          action={() => accept()}
          done={t('app.members.takeover.done')}
          failed={t('app.members.takeover.failed')}
          // This card no longer exists, so the focus must move.
          onDone={() => document.getElementById('main')?.focus()}
          closes="always"
          onClose={() => setAsking(false)}
        >
          {t.rich('app.members.takeover.question', {
            title: mission.title,
            name: mission.owner_name,
            mission: emphasis,
          })}
        </ConfirmAction>
      )}
    </section>
  );
}
