import { KeyRound, Pencil, Power, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { DisclosureButton } from '#web/kit/disclosure-button.tsx';
import { Menu, type MenuItem } from '#web/kit/menu.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { cx } from '#web/lib/cx.ts';
import { toast } from '#web/lib/toast.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { useDeleteWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './queries.ts';
import { type MissionChoice, WebhookForm } from './webhook-form.tsx';
import { EVENT_NAMES, stateInWords } from './webhook-words.ts';

interface RowProps {
  webhook: Webhook;
  missions: MissionChoice;
  /** Whether the plan includes webhooks. */
  allowed: boolean;
  zone: string;
  onSecret: (secret: string) => void;
}

/** The user's webhooks with what can be done to each. */
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

/** What it listens to, in a few words. */
function factsOf({ events, mission_id, created_by_token }: Webhook, missions: MissionChoice): string {
  const [first] = events;
  const some = events.length === 1 && first ? EVENT_NAMES[first] : `${events.length} events`;
  const what = events.length === WEBHOOK_EVENTS.length ? 'All events' : some;
  const where =
    mission_id === null ? 'all missions' : (missions.data?.find(({ id }) => id === mission_id)?.title ?? 'one mission');
  return `${what}, ${where}${created_by_token ? `, made by ${created_by_token.name}` : ''}`;
}

type Question = 'edit' | 'secret' | 'remove';

function WebhookRow({ webhook, missions, allowed, zone, onSecret }: RowProps) {
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
      onError: (error) => toast.error(detailOf(error, "We couldn't send the test")),
    });
  const turn = () =>
    update.mutate(
      { id, is_on: !is_on },
      {
        onSuccess: () => toast.success(is_on ? 'Webhook turned off' : 'Webhook turned on'),
        onError: (error) => toast.error(detailOf(error, "We couldn't change the webhook")),
      },
    );
  const items: MenuItem[] = [
    { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => setQuestion('edit') },
    { label: 'New secret', icon: <KeyRound aria-hidden />, onSelect: () => setQuestion('secret') },
    { label: is_on ? 'Turn off' : 'Turn on', icon: <Power aria-hidden />, onSelect: turn },
    { label: 'Remove', icon: <Trash2 aria-hidden />, onSelect: () => setQuestion('remove') },
  ];
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="wrap-anywhere">{url}</strong>
            <Pill tone={is_on ? 'done' : 'plain'}>{stateInWords(webhook)}</Pill>
            {!allowed && <Pill>Paused</Pill>}
          </p>
          {description && <p className="mt-1 text-sm wrap-anywhere">{description}</p>}
          <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{factsOf(webhook, missions)}</p>
          <p className="text-sm text-ink-2">
            {last_success_at
              ? `Last delivered: ${relativeTime(new Date(last_success_at), new Date(), zone)}`
              : 'Nothing delivered yet'}
          </p>
        </div>
        <Menu label={`More for ${url}`} items={items} className="-me-2" />
      </div>
      <div className={cx('mt-2 flex flex-wrap items-center gap-2', !canSend && '-ms-3')}>
        {canSend && (
          <Button kind="quiet" size="sm" busy={test.isPending} busyLabel="Sending..." onClick={sendTest}>
            Send a test
          </Button>
        )}
        <DisclosureButton open={open} controls={logId} onToggle={() => setOpen(!open)}>
          Log
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
  const { mutateAsync: update } = useUpdateWebhook();
  return (
    <Dialog title="Edit webhook" broad onClose={onClose}>
      <div className="mt-4">
        <WebhookForm
          webhook={webhook}
          missions={missions}
          submit={async (values) => {
            await update({ id: webhook.id, ...values });
            toast.success('Webhook saved');
            onClose();
          }}
          submitLabel="Save"
          busyLabel="Saving..."
          failed="We couldn't save the webhook"
        />
      </div>
    </Dialog>
  );
}

function NewSecret({ id, onSecret, onClose }: { id: string; onSecret: (secret: string) => void; onClose: () => void }) {
  const { mutateAsync: rotate } = useRotateSecret();
  return (
    <ConfirmAction
      title="Make a new secret?"
      confirm="New secret"
      busyLabel="Making it..."
      action={() => rotate(id)}
      failed="We couldn't make a new secret"
      onDone={({ secret }) => onSecret(secret)}
      onClose={onClose}
    >
      <p>The old one still signs for 24 hours, so you have time to switch.</p>
    </ConfirmAction>
  );
}

function Remove({ id, url, onClose }: { id: string; url: string; onClose: () => void }) {
  const { mutateAsync: remove } = useDeleteWebhook();
  return (
    <ConfirmAction
      title="Remove this webhook?"
      confirm="Remove"
      danger
      busyLabel="Removing..."
      cancel="Keep it"
      action={() => remove(id)}
      done="Webhook removed"
      failed="We couldn't remove the webhook"
      closes="always"
      onClose={onClose}
    >
      <p>
        We stop sending to <strong className="text-ink wrap-anywhere">{url}</strong>, and its log goes too.
      </p>
    </ConfirmAction>
  );
}
