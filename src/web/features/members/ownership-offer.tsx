import { Crown } from 'lucide-react';
import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useAcceptOwnership } from './queries.ts';

/** For the member to whom the owner offers the mission; nothing changes until it is taken. */
export function OwnershipOffer({ mission }: { mission: Mission }) {
  const [asking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useAcceptOwnership(mission.id);
  const close = () => setAsking(false);
  const take = async () => {
    try {
      await mutateAsync();
      toast.success('The mission is yours now');
      // This card is gone by now, and the focus with it.
      document.getElementById('main')?.focus();
    } catch (error) {
      toast.error(detailOf(error, 'Failed to take over the mission'));
      close();
    }
  };
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
          You would keep the fire: edit it, invite to it, complete it. Nothing changes until then.
        </p>
      </div>
      <Button kind="night" className="max-sm:w-full" onClick={() => setAsking(true)}>
        Take over the mission
      </Button>
      {asking && (
        <ConfirmDialog
          title="Take over the mission?"
          confirm="Take it over"
          busyLabel="Taking over..."
          busy={isPending}
          cancel="Not yet"
          onConfirm={() => void take()}
          onClose={close}
        >
          You become the owner of <strong className="text-ink wrap-anywhere">{mission.title}</strong>, and{' '}
          {mission.owner_name} stays as a member. You can hand it over again later.
        </ConfirmDialog>
      )}
    </section>
  );
}
