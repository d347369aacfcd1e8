import { Crown } from 'lucide-react';
import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { useAcceptOwnership } from './queries.ts';

/** For the member who is offered the ownership; nothing changes until they accept. */
export function OwnershipOffer({ mission }: { mission: Mission }) {
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
          {mission.owner_name} offers you this mission
        </h2>
        <p className="mt-1 text-sm">
          You'd become the owner: edit, invite, complete. Nothing changes until you accept.
        </p>
      </div>
      <Button kind="night" className="max-sm:w-full" onClick={() => setAsking(true)}>
        Take over the mission
      </Button>
      {asking && (
        <ConfirmAction
          title="Take over the mission?"
          confirm="Take it over"
          busyLabel="Taking over..."
          cancel="Not yet"
          action={() => accept()}
          done="The mission is yours now"
          failed="We couldn't hand the mission over to you"
          // This card is gone by then, and the focus with it.
          onDone={() => document.getElementById('main')?.focus()}
          closes="always"
          onClose={() => setAsking(false)}
        >
          You'll own <strong className="text-ink wrap-anywhere">{mission.title}</strong>, and {mission.owner_name} stays
          as a member. You can hand it over again later.
        </ConfirmAction>
      )}
    </section>
  );
}
