import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { dashboardQuery } from '#web/data/missions/queries.ts';
import { Upgrade } from '#web/features/api-tokens/public.ts';
import { Button } from '#web/kit/button.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { ShownSecret } from '#web/kit/shown-secret.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { useCreateWebhook, webhooksQuery } from './queries.ts';
import { type MissionChoice, WebhookForm } from './webhook-form.tsx';
import { WebhookList } from './webhook-list.tsx';

/** A secret that is shown now, and whether another one still signs beside it. */
interface Shown {
  secret: string;
  isNew: boolean;
}

/** A button, then the form; the secret that it leads to is shown above the list. */
function NewWebhook({ missions, onCreated }: { missions: MissionChoice; onCreated: (secret: string) => void }) {
  const { mutateAsync: create } = useCreateWebhook();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
        New webhook
      </Button>
    );
  return (
    <WebhookForm
      missions={missions}
      submit={async (values) => onCreated((await create(values)).secret)}
      submitLabel="Create webhook"
      busyLabel="Creating..."
      failed="We couldn't create the webhook"
    />
  );
}

/** The missions that a webhook can be told of. */
function useMissionChoice(): MissionChoice {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(dashboardQuery);
  // During another try it still says that the one before did not work.
  const isError = data === undefined && errorUpdateCount > 0;
  return { data: data?.missions, isError, isFetching, refetch };
}

/** A user's webhooks, and a new one where the plan has them. */
export function Webhooks({ zone }: { zone: string }) {
  const missions = useMissionChoice();
  const query = useQuery(webhooksQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const list = useFocusFallback<HTMLDivElement>(query.data?.webhooks.length ?? 0);
  return (
    <Section
      id="webhooks"
      title={
        <>
          <Webhook className="size-5.5 text-flame" aria-hidden />
          Webhooks
          {query.data?.allowed === false && <Pill tone="open">PREMIUM</Pill>}
        </>
      }
      lead="A webhook tells your own program what happens in your missions, signed so that it can be trusted."
    >
      <LoadPart query={query} name="your webhooks" rows={1}>
        {({ webhooks, allowed }) => (
          <>
            {shown && (
              <ShownSecret
                id="webhook-secret"
                title={shown.isNew ? "Your webhook's secret" : 'Your new secret'}
                name="Secret"
                secret={shown.secret}
                note={
                  shown.isNew ? 'It proves that a delivery comes from us.' : 'The old one still signs for 24 hours.'
                }
                onDone={() => setShown(null)}
              />
            )}
            <div ref={list} tabIndex={-1}>
              {webhooks.length > 0 ? (
                <WebhookList
                  webhooks={webhooks}
                  {...{ missions, allowed, zone }}
                  onSecret={(secret) => setShown({ secret, isNew: false })}
                />
              ) : (
                allowed && <p className="text-sm text-ink-2">No webhooks yet.</p>
              )}
            </div>
            {allowed ? (
              !shown && (
                <div className="mt-4">
                  <NewWebhook missions={missions} onCreated={(secret) => setShown({ secret, isNew: true })} />
                </div>
              )
            ) : (
              <Upgrade what="webhooks" none={webhooks.length === 0} />
            )}
          </>
        )}
      </LoadPart>
    </Section>
  );
}
