import { useQuery } from '@tanstack/react-query';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { Button } from '#web/kit/button.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { exactTime } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { deliveriesQuery, useRedeliver } from './queries.ts';
import { DELIVERY_STATE, outcomeInWords } from './webhook-words.ts';

const TONES = { pending: 'open', delivered: 'done', failed: 'owner' } as const;

interface DeliveryLogProps {
  /** The id of the list, for the button that opens it. */
  id: string;
  webhookId: string;
  /** Whether something can be sent now. */
  canSend: boolean;
  zone: string;
}

/** What was sent to a webhook, newest first, and what came of it. */
export function DeliveryLog({ id, webhookId, canSend, zone }: DeliveryLogProps) {
  const query = useQuery(deliveriesQuery(webhookId));
  return (
    <div id={id} className="mt-2">
      <LoadPart query={query} name="the log">
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className="text-sm text-ink-2">Nothing was sent yet.</p>
          ) : (
            <ul className="grid gap-3">
              {deliveries.map((delivery) => (
                <Delivery key={delivery.id} {...{ delivery, webhookId, canSend, zone }} />
              ))}
            </ul>
          )
        }
      </LoadPart>
    </div>
  );
}

const tries = (attempts: number) => (attempts === 1 ? '1 try' : `${attempts} tries`);

function Delivery({
  delivery,
  webhookId,
  canSend,
  zone,
}: { delivery: WebhookDelivery } & Pick<DeliveryLogProps, 'webhookId' | 'canSend' | 'zone'>) {
  const redeliver = useRedeliver();
  const { state, event, attempts, next_attempt_at } = delivery;
  const outcome = outcomeInWords(delivery);
  const send = () =>
    redeliver.mutate(
      { id: webhookId, deliveryId: delivery.id },
      {
        onSuccess: () => toast.success('On its way again'),
        onError: (error) => toast.error(detailOf(error, "We couldn't send it again")),
      },
    );
  const facts = [exactTime(delivery.created_at, zone), attempts > 0 && tries(attempts), outcome].filter(Boolean);
  return (
    <li className="rounded-md border-2 border-line p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone={TONES[state]}>{DELIVERY_STATE[state]}</Pill>
        <span className="font-mono text-sm wrap-anywhere">{event}</span>
      </p>
      <p className="mt-1 text-sm text-ink-2">{facts.join(' · ')}</p>
      {state === 'pending' && attempts > 0 && next_attempt_at !== null && (
        <p className="text-sm text-ink-2">Next try: {exactTime(next_attempt_at, zone)}</p>
      )}
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-3">
        <details className="min-w-0 grow">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-ink-2 hover:text-ink">
            Show the body
          </summary>
          <pre className="rounded-md bg-sunk p-3 text-xs whitespace-pre-wrap wrap-anywhere">{delivery.body}</pre>
        </details>
        {canSend && (
          <Button kind="bare" className="-mx-2" busy={redeliver.isPending} busyLabel="Sending..." onClick={send}>
            Redeliver
          </Button>
        )}
      </div>
    </li>
  );
}
