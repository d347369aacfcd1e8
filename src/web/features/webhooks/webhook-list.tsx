import { KeyRound, Pencil, Power, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction, emphasis } from '#platform/web/kit/confirm-action.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DisclosureButton } from '#platform/web/kit/disclosure-button.tsx';
import { Menu, type MenuItem } from '#platform/web/kit/menu.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { useDeleteWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './queries.ts';
import { type MissionChoice, WebhookForm } from './webhook-form.tsx';

interface RowProps {
  webhook: Webhook;
  missions: MissionChoice;
  /** Whether the plan includes webhooks. */
  allowed: boolean;
  zone: string;
  onSecret: (secret: string) => void;
}

export function WebhookList({ webhooks, ...row }: Omit<RowProps, 'webhook'> & { webhooks: readonly Webhook[] }) {
  return (
    <ul className="grid divide-y-2 divide-dashed divide-line">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="py-4 first:pt-0 last:pb-0">
          <WebhookRow webhook={webhook} {...row} />
        </li>
      ))}
    </ul>
  );
}

function factsOf(
  t: ScreenTranslate,
  { events, mission_id, created_by_token }: Webhook,
  missions: MissionChoice,
): string {
  const [first] = events;
  const some =
    events.length === 1 && first
      ? t(`app.webhooks.events.${first}`)
      : t('app.webhooks.row.some_events', { count: events.length });
  const facts = {
    events: events.length === WEBHOOK_EVENTS.length ? t('app.webhooks.row.all_events') : some,
    missions:
      mission_id === null
        ? t('app.webhooks.row.all_missions')
        : (missions.data?.find(({ id }) => id === mission_id)?.title ?? t('app.webhooks.row.one_mission')),
  };
  return created_by_token
    ? t('app.webhooks.row.facts_made_by', { ...facts, token: created_by_token.name })
    : t('app.webhooks.row.facts', facts);
}

type Question = 'edit' | 'secret' | 'remove';

function WebhookRow({ webhook, missions, allowed, zone, onSecret }: RowProps) {
  const t = useT();
  const logId = useId();
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const test = useTestWebhook();
  const update = useUpdateWebhook();
  const { id, url, description, is_on, last_success_at } = webhook;
  const canSend = is_on && allowed;
  const close = () => setQuestion(null);
  const sendTest = () =>
    test.mutate(id, {
      onSuccess: () => setOpen(true),
      onError: (error) => toast.failure(error, t('app.webhooks.row.not_tested')),
    });
  const turn = () =>
    update.mutate(
      { id, is_on: !is_on },
      {
        onSuccess: () => toast.success(t(is_on ? 'app.webhooks.row.turned_off' : 'app.webhooks.row.turned_on')),
        onError: (error) => toast.failure(error, t('app.webhooks.row.not_changed')),
      },
    );
  const items: MenuItem[] = [
    { label: t('start.common.edit'), icon: <Pencil aria-hidden />, onSelect: () => setQuestion('edit') },
    { label: t('app.webhooks.secret.renew'), icon: <KeyRound aria-hidden />, onSelect: () => setQuestion('secret') },
    {
      label: t(is_on ? 'app.webhooks.row.turn_off' : 'app.webhooks.row.turn_on'),
      icon: <Power aria-hidden />,
      onSelect: turn,
    },
    { label: t('start.common.remove'), icon: <Trash2 aria-hidden />, onSelect: () => setQuestion('remove') },
  ];
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong dir="ltr" className="wrap-anywhere">
              {url}
            </strong>
            <Pill tone={is_on ? 'done' : 'plain'}>{t(`app.webhooks.state.${webhook.off_reason ?? 'on'}`)}</Pill>
            {!allowed && <Pill>{t('app.webhooks.paused')}</Pill>}
          </p>
          {description && <p className="mt-1 text-sm wrap-anywhere user-text">{description}</p>}
          <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{factsOf(t, webhook, missions)}</p>
          <p className="text-sm text-ink-2">
            {last_success_at
              ? t('app.webhooks.row.delivered', { time: relativeTime(new Date(last_success_at), new Date(), zone) })
              : t('app.webhooks.row.nothing_delivered')}
          </p>
        </div>
        <Menu label={t('app.webhooks.row.more', { url })} items={items} className="-me-2" />
      </div>
      <div className={cx('mt-2 flex flex-wrap items-center gap-2', !canSend && '-ms-3')}>
        {canSend && (
          <Button kind="quiet" size="sm" busy={test.isPending} busyLabel={t('start.common.sending')} onClick={sendTest}>
            {t('app.webhooks.row.test')}
          </Button>
        )}
        <DisclosureButton open={open} controls={logId} onToggle={() => setOpen(!open)}>
          {t('app.webhooks.row.log')}
        </DisclosureButton>
      </div>
      {open && <DeliveryLog id={logId} webhookId={id} canSend={canSend} zone={zone} />}
      {question === 'edit' && <Edit {...{ webhook, missions }} onClose={close} />}
      {question === 'secret' && <NewSecret id={id} onSecret={onSecret} onClose={close} />}
      {question === 'remove' && <Remove {...{ id, url }} onClose={close} />}
    </>
  );
}

function Edit({ webhook, missions, onClose }: Pick<RowProps, 'webhook' | 'missions'> & { onClose: () => void }) {
  const t = useT();
  const { mutateAsync: update } = useUpdateWebhook();
  return (
    <Dialog title={t('app.webhooks.row.edit')} broad onClose={onClose}>
      <div className="mt-4">
        <WebhookForm
          webhook={webhook}
          missions={missions}
          submit={async (values) => {
            await update({ id: webhook.id, ...values });
            toast.success(t('app.webhooks.row.saved'));
            onClose();
          }}
          submitLabel={t('start.common.save')}
          busyLabel={t('start.common.saving')}
          failed={t('app.webhooks.row.not_saved')}
        />
      </div>
    </Dialog>
  );
}

function NewSecret({ id, onSecret, onClose }: { id: string; onSecret: (secret: string) => void; onClose: () => void }) {
  const t = useT();
  const { mutateAsync: rotate } = useRotateSecret();
  return (
    <ConfirmAction
      title={t('app.webhooks.secret.renew_question')}
      confirm={t('app.webhooks.secret.renew')}
      busyLabel={t('app.webhooks.secret.making')}
      action={() => rotate(id)}
      failed={t('app.webhooks.secret.not_made')}
      onDone={({ secret }) => onSecret(secret)}
      onClose={onClose}
    >
      <p>{t('app.webhooks.secret.renew_note')}</p>
    </ConfirmAction>
  );
}

function Remove({ id, url, onClose }: { id: string; url: string; onClose: () => void }) {
  const t = useT();
  const { mutateAsync: remove } = useDeleteWebhook();
  return (
    <ConfirmAction
      title={t('app.webhooks.remove.title')}
      confirm={t('start.common.remove')}
      danger
      busyLabel={t('start.common.removing')}
      cancel={t('app.webhooks.remove.keep')}
      action={() => remove(id)}
      done={t('app.webhooks.remove.removed')}
      failed={t('app.webhooks.remove.not_removed')}
      closes="always"
      onClose={onClose}
    >
      <p>
        {t.rich('app.webhooks.remove.note', {
          url,
          name: emphasis,
        })}
      </p>
    </ConfirmAction>
  );
}
