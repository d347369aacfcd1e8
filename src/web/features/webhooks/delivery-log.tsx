import { useQuery } from '@tanstack/react-query';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { exactTime } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { deliveriesQuery, useRedeliver } from './queries.ts';

const TONES = { pending: 'open', delivered: 'done', failed: 'owner' } as const;

interface DeliveryLogProps {
  id: string;
  webhookId: string;
  /** Whether a delivery can be sent now. */
  canSend: boolean;
  zone: string;
}

export function DeliveryLog({ id, webhookId, canSend, zone }: DeliveryLogProps) {
  const t = useT();
  const query = useQuery(deliveriesQuery(webhookId));
  return (
    <div id={id} className="mt-2">
      <LoadPart query={query} name={t('app.webhooks.log.part')}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className="text-sm text-ink-2">{t('app.webhooks.log.empty')}</p>
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

/** Describes a delivery's result, or returns null before it has a result. */
function outcomeInWords(
  t: ScreenTranslate,
  { state, error, response_status, duration_ms }: WebhookDelivery,
): string | null {
  // No attempt was made: the plan or token had ended, or the user had turned the webhook off.
  if (state === 'failed' && error === null) return t('app.webhooks.log.given_up');
  if (error !== null && error !== 'status') return t(`app.webhooks.problem.${error}`);
  if (response_status === null) return null;
  const status = String(response_status);
  return duration_ms === null
    ? t('app.webhooks.log.status', { status })
    : t('app.webhooks.log.status_in', { status, ms: String(duration_ms) });
}

function Delivery({
  delivery,
  webhookId,
  canSend,
  zone,
}: { delivery: WebhookDelivery } & Pick<DeliveryLogProps, 'webhookId' | 'canSend' | 'zone'>) {
  const t = useT();
  const redeliver = useRedeliver();
  const { state, event, attempts, next_attempt_at } = delivery;
  const outcome = outcomeInWords(t, delivery);
  const send = () =>
    redeliver.mutate(
      { id: webhookId, deliveryId: delivery.id },
      {
        onSuccess: () => toast.success(t('app.webhooks.log.on_its_way')),
        onError: (error) => toast.failure(error, t('app.webhooks.log.not_sent')),
      },
    );
  const facts = [
    exactTime(delivery.created_at, zone),
    attempts > 0 && t('app.webhooks.log.tries', { count: attempts }),
    outcome,
  ].filter(Boolean);
  return (
    <li className="rounded-md border-2 border-line p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone={TONES[state]}>{t(`app.webhooks.log.states.${state}`)}</Pill>
        <bdi dir="ltr" className="font-mono text-sm wrap-anywhere">
          {event}
        </bdi>
      </p>
      <p className="mt-1 text-sm text-ink-2">{facts.join(' · ')}</p>
      {state === 'pending' && attempts > 0 && next_attempt_at !== null && (
        <p className="text-sm text-ink-2">
          {t('app.webhooks.log.next_try', { time: exactTime(next_attempt_at, zone) })}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-3">
        <details className="min-w-0 grow">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-ink-2 hover:text-ink">
            {t('app.webhooks.log.body')}
          </summary>
          <pre className="rounded-md bg-sunk p-3 text-xs whitespace-pre-wrap wrap-anywhere">{delivery.body}</pre>
        </details>
        {canSend && (
          <Button
            kind="bare"
            className="-mx-2"
            busy={redeliver.isPending}
            busyLabel={t('start.common.sending')}
            onClick={send}
          >
            {t('app.webhooks.log.redeliver')}
          </Button>
        )}
      </div>
    </li>
  );
}
