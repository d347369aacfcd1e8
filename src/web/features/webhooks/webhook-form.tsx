import { createWebhook, type Webhook } from '#contract/webhooks.ts';
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_URL_MAX } from '#domain/limits.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts';
import { useForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { EVENT_NAMES } from './webhook-words.ts';

const ALL = 'all';

/** A mission that events can be limited to. */
export interface MissionName {
  id: string;
  title: string;
}

export type WebhookValues = {
  url: string;
  events: WebhookEvent[];
  mission_id: string | null;
  description: string;
};

interface WebhookFormProps {
  /** The webhook that is edited; without it a new one. */
  webhook?: Webhook;
  missions: readonly MissionName[];
  submit: (values: WebhookValues) => Promise<void>;
  submitLabel: string;
  busyLabel: string;
  failed: string;
}

/** Address, events, mission and description of a webhook. */
export function WebhookForm({ webhook, missions, submit, submitLabel, busyLabel, failed }: WebhookFormProps) {
  const form = useForm({
    schema: createWebhook.body,
    initial: {
      url: webhook?.url ?? '',
      events: [...(webhook?.events ?? WEBHOOK_EVENTS)],
      mission_id: webhook?.mission_id ?? null,
      description: webhook?.description ?? '',
    } as WebhookValues,
    submit: async ({ url, events, mission_id, description }) =>
      submit({ url, events, mission_id: mission_id ?? null, description: description ?? '' }),
    failed,
  });
  const { events, mission_id } = form.values;
  const isUnknown = mission_id !== null && missions.every(({ id }) => id !== mission_id);
  const options = [
    { value: ALL, label: 'All missions' },
    ...missions.map(({ id, title }) => ({ value: id, label: title })),
    ...(isUnknown ? [{ value: mission_id, label: 'One that is over' }] : []),
  ];
  const toggle = (event: WebhookEvent, on: boolean) =>
    form.set('events', on ? [...events, event] : events.filter((other) => other !== event));
  // Both forms can be on the page at once.
  const name = (field: string) => (webhook ? `${field}-${webhook.id}` : field);
  return (
    <form className="grid gap-5" onSubmit={form.onSubmit} noValidate>
      <Field
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        note="Where we post what happens."
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('url')}
        id={name('url')}
      />
      <fieldset aria-describedby={form.errors.events ? name('events-error') : undefined}>
        <legend className="text-sm font-semibold">Events</legend>
        <div className="mt-1.5 grid gap-x-4 sm:grid-cols-2">
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={events.includes(event)}
                aria-invalid={form.errors.events ? true : undefined}
                onChange={({ target }) => toggle(event, target.checked)}
                className="size-4.5 shrink-0 accent-(--flame)"
              />
              {EVENT_NAMES[event]}
            </label>
          ))}
        </div>
        {form.errors.events && (
          <p id={name('events-error')} className="text-sm font-medium text-rose">
            {form.errors.events}
          </p>
        )}
      </fieldset>
      <Select
        id={name('mission')}
        label="Mission"
        options={options}
        value={mission_id ?? ALL}
        onChange={(value) => form.set('mission_id', value === ALL ? null : value)}
        note="With one mission, you hear of that one only."
      />
      <Field
        label="Description"
        optional
        maxLength={WEBHOOK_DESCRIPTION_MAX}
        note="What it's for, like “Turns the lamp green”."
        {...form.field('description')}
        id={name('description')}
      />
      <Button type="submit" busy={form.busy} busyLabel={busyLabel} className="sm:justify-self-start">
        {submitLabel}
      </Button>
    </form>
  );
}
