import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboardQuery } from '#web/data/missions/queries.ts';
import { Upgrade } from '#web/features/api-tokens/public.ts';
import { LoadSections } from '#web/kit/load-sections.tsx';
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

function NewWebhook({ missions, onCreated }: { missions: MissionChoice; onCreated: (secret: string) => void }) {
  const { mutateAsync: create } = useCreateWebhook();
  return (
    <Section id="new-webhook" title="New webhook" lead="A webhook tells your own program the moment something happens.">
      <WebhookForm
        missions={missions}
        submit={async (values) => onCreated((await create(values)).secret)}
        submitLabel="Create webhook"
        busyLabel="Creating..."
        failed="We couldn't create the webhook"
      />
    </Section>
  );
}

/** The missions that a webhook can be told of. */
function useMissionChoice(): MissionChoice {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(dashboardQuery);
  // During another try it still says that the one before did not work.
  const isError = data === undefined && errorUpdateCount > 0;
  return { data: data?.missions, isError, isFetching, refetch };
}

/** A user's webhooks, and a new one. */
export function WebhooksTab({ zone }: { zone: string }) {
  const missions = useMissionChoice();
  const query = useQuery(webhooksQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const list = useFocusFallback<HTMLDivElement>(query.data?.webhooks.length ?? 0);
  return (
    <LoadSections query={query} name="your webhooks">
      {({ webhooks, allowed }) => (
        <>
          {shown ? (
            <ShownSecret
              id="webhook-secret"
              title={shown.isNew ? "Your webhook's secret" : 'Your new secret'}
              name="Secret"
              secret={shown.secret}
              note={shown.isNew ? 'It proves that a delivery comes from us.' : 'The old one still signs for 24 hours.'}
              onDone={() => setShown(null)}
            />
          ) : allowed ? (
            <NewWebhook missions={missions} onCreated={(secret) => setShown({ secret, isNew: true })} />
          ) : (
            <Upgrade what="webhooks" none={webhooks.length === 0} />
          )}
          <div ref={list} tabIndex={-1}>
            <Section
              id="webhooks"
              title="Your webhooks"
              lead={
                !allowed && webhooks.length > 0
                  ? "They're paused, and work again once you upgrade to PREMIUM."
                  : undefined
              }
            >
              {webhooks.length === 0 ? (
                <p className="text-ink-2">No webhooks yet.</p>
              ) : (
                <WebhookList
                  webhooks={webhooks}
                  {...{ missions, allowed, zone }}
                  onSecret={(secret) => setShown({ secret, isNew: false })}
                />
              )}
            </Section>
          </div>
        </>
      )}
    </LoadSections>
  );
}
