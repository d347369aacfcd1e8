import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { PLANS } from '#domain/billing.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { ShownSecret } from '#platform/web/kit/shown-secret.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { useT } from '#platform/web/lib/language.ts';
import { dashboardQuery } from '#web/data/missions/queries.ts';
import { Upgrade } from '#web/features/api-tokens/public.ts';
import { useCreateWebhook, webhooksQuery } from './queries.ts';
import { type MissionChoice, WebhookForm } from './webhook-form.tsx';
import { WebhookList } from './webhook-list.tsx';

/** A secret to show: a new webhook's, or one next to which the old secret still signs. */
interface Shown {
  secret: string;
  isNew: boolean;
}

/** Opens the form. The list shows the new secret above. */
function NewWebhook({ missions, onCreated }: { missions: MissionChoice; onCreated: (secret: string) => void }) {
  const t = useT();
  const { mutateAsync: create } = useCreateWebhook();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
        {t('app.webhooks.new')}
      </Button>
    );
  return (
    <WebhookForm
      missions={missions}
      submit={async (values) => onCreated((await create(values)).secret)}
      submitLabel={t('app.webhooks.create')}
      busyLabel={t('start.common.creating')}
      failed={t('app.webhooks.not_created')}
    />
  );
}

function useMissionChoice(): MissionChoice {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(dashboardQuery);
  // While a retry runs, the error of the previous attempt stays.
  const isError = data === undefined && errorUpdateCount > 0;
  return { data: data?.missions, isError, isFetching, refetch };
}

export function Webhooks({ zone }: { zone: string }) {
  const t = useT();
  const missions = useMissionChoice();
  const query = useQuery(webhooksQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const list = useFocusFallback<HTMLDivElement>(query.data?.webhooks.length ?? 0);
  return (
    <Section
      id="webhooks"
      icon={<Webhook className="size-5.5 text-flame" aria-hidden />}
      title={
        <>
          <span>{t('app.webhooks.title')}</span>
          {query.data?.allowed === false && <Pill tone="open">{PLANS.premium_yearly.name}</Pill>}
        </>
      }
      lead={t('app.webhooks.lead')}
    >
      <LoadPart query={query} name={t('app.webhooks.part')} rows={1} row="h-11">
        {({ webhooks, allowed }) => (
          <>
            {shown && (
              <ShownSecret
                id="webhook-secret"
                title={t(shown.isNew ? 'app.webhooks.secret.title' : 'app.webhooks.secret.new_title')}
                name={t('app.webhooks.secret.name')}
                secret={shown.secret}
                note={t(shown.isNew ? 'app.webhooks.secret.note' : 'app.webhooks.secret.new_note')}
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
                allowed && <p className="text-sm text-ink-2">{t('app.webhooks.none')}</p>
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
