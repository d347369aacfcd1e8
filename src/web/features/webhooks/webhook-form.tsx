import { createWebhook, type Webhook } from '#contract/webhooks.ts';
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_URL_MAX } from '#domain/limits.ts';
import { deliverableEvents, isMissionEvent, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Field, FieldError } from '#platform/web/kit/field.tsx';
import { FailedPart, type Loadable } from '#platform/web/kit/load-part.tsx';
import { Select } from '#platform/web/kit/select.tsx';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';

const ALL = 'all';

/** The missions that events can be limited to. */
export type MissionChoice = Loadable<readonly { id: string; title: string }[]>;

type WebhookValues = {
  url: string;
  events: WebhookEvent[];
  mission_id: string | null;
  description: string;
};

interface WebhookFormProps {
  webhook?: Webhook;
  missions: MissionChoice;
  submit: (values: WebhookValues) => Promise<void>;
  submitLabel: string;
  busyLabel: string;
  failed: string;
}

interface EventChoiceProps {
  id: string;
  events: readonly WebhookEvent[];
  hasOneMission: boolean;
  error: string | undefined;
  onChoose: (events: WebhookEvent[]) => void;
}

/** Turns off events that are not sent for a single mission, and restores them for all missions. */
function EventChoice({ id, events, hasOneMission, error, onChoose }: EventChoiceProps) {
  const t = useT();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-semibold">{t('app.webhooks.form.events')}</legend>
      <div className="mt-1.5 grid gap-x-4 sm:grid-cols-2">
        {WEBHOOK_EVENTS.map((event) => {
          const isOut = hasOneMission && !isMissionEvent(event);
          return (
            <label
              key={event}
              className="flex min-h-11 cursor-pointer items-center gap-3 text-sm has-disabled:cursor-not-allowed"
            >
              <input
                type="checkbox"
                checked={events.includes(event) && !isOut}
                disabled={isOut}
                aria-invalid={error && !isOut ? true : undefined}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...events, event] : events.filter((other) => other !== event))
                }
                className="size-4.5 shrink-0 accent-(--flame)"
              />
              <span>
                <span>{t(`app.webhooks.events.${event}`)}</span>
                {isOut && <span className="block text-xs text-ink-2">{t('app.webhooks.form.only_all')}</span>}
              </span>
            </label>
          );
        })}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

interface MissionFieldProps {
  id: string;
  missions: MissionChoice;
  chosen: string | null;
  onChoose: (missionId: string | null) => void;
}

function MissionField({ id, missions, chosen, onChoose }: MissionFieldProps) {
  const t = useT();
  const { data, isError } = missions;
  const select = { id, label: t('app.webhooks.form.mission'), note: t('app.webhooks.form.mission_note') };
  if (!data && !isError)
    return (
      <Select
        {...select}
        disabled
        options={[{ value: ALL, label: t('start.common.loading') }]}
        value={ALL}
        onChange={() => {}}
      />
    );
  const known = data ?? [];
  const isUnknown = chosen !== null && known.every((mission) => mission.id !== chosen);
  const options = [
    { value: ALL, label: t('app.webhooks.form.all_missions') },
    ...known.map((mission) => ({ value: mission.id, label: mission.title })),
    ...(isUnknown ? [{ value: chosen, label: t(data ? 'app.webhooks.form.over' : 'app.webhooks.form.another') }] : []),
  ];
  return (
    <div className="grid gap-2">
      <Select
        {...select}
        options={options}
        value={chosen ?? ALL}
        onChange={(value) => onChoose(value === ALL ? null : value)}
      />
      {!data && <FailedPart query={missions} text={t('app.webhooks.form.no_missions')} />}
    </div>
  );
}

export function WebhookForm({ webhook, missions, submit, submitLabel, busyLabel, failed }: WebhookFormProps) {
  const t = useT();
  const form = useForm({
    schema: createWebhook.body,
    initial: {
      url: webhook?.url ?? '',
      events: [...(webhook?.events ?? WEBHOOK_EVENTS)],
      mission_id: webhook?.mission_id ?? null,
      description: webhook?.description ?? '',
    } as WebhookValues,
    check: ({ events, mission_id }): { events?: string } =>
      deliverableEvents(events, mission_id).length > 0 ? {} : { events: t('app.webhooks.form.no_event') },
    submit: async ({ url, events, mission_id = null, description }) =>
      submit({ url, events: deliverableEvents(events, mission_id), mission_id, description: description ?? '' }),
    failed,
  });
  const { events, mission_id } = form.values;
  // Both forms can be on the page at the same time.
  const name = (field: string) => (webhook ? `${field}-${webhook.id}` : field);
  return (
    <form className="grid gap-5" onSubmit={form.onSubmit} noValidate>
      <Field
        label={t('app.webhooks.form.address')}
        type="url"
        inputMode="url"
        placeholder="https://"
        note={t('app.webhooks.form.address_note')}
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('url')}
        id={name('url')}
      />
      <EventChoice
        id={name('events')}
        events={events}
        hasOneMission={mission_id !== null}
        error={form.errors.events}
        onChoose={(chosen) => form.set('events', chosen)}
      />
      <MissionField
        id={name('mission')}
        missions={missions}
        chosen={mission_id}
        onChoose={(id) => form.set('mission_id', id)}
      />
      <Field
        label={t('app.webhooks.form.description')}
        optional
        maxLength={WEBHOOK_DESCRIPTION_MAX}
        note={t('app.webhooks.form.description_note')}
        {...form.field('description')}
        id={name('description')}
      />
      <Button type="submit" busy={form.busy} busyLabel={busyLabel} className="sm:justify-self-start">
        {submitLabel}
      </Button>
    </form>
  );
}
