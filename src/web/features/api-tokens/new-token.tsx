import { useState } from 'react';
import { createToken } from '#contract/api-tokens.ts';
import { API_SCOPES, type ApiScope } from '#domain/api-tokens.ts';
import { API_TOKEN_NAME_MAX } from '#domain/limits.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { RadioCard } from '#platform/web/kit/radio-card.tsx';
import { Select } from '#platform/web/kit/select.tsx';
import { ShownSecret } from '#platform/web/kit/shown-secret.tsx';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useCreateToken } from './queries.ts';

/** In days, as text for the native control. */
const LIFETIMES = [
  { value: '30', label: 'app.api_tokens.new.in_30_days' },
  { value: '90', label: 'app.api_tokens.new.in_90_days' },
  { value: '365', label: 'app.api_tokens.new.in_a_year' },
  { value: 'never', label: 'app.api_tokens.new.never' },
] as const satisfies readonly { value: string; label: PlainKey }[];

/** Asks for name and scope of a new token, then shows the token only once. */
export function NewToken() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  if (created !== null)
    return (
      <ShownSecret
        id="made-token"
        title={t('app.api_tokens.new.made')}
        name={t('app.api_tokens.new.token')}
        secret={created}
        onDone={() => {
          setCreated(null);
          setOpen(false);
        }}
      />
    );
  if (isOpen) return <TokenForm onCreated={setCreated} />;
  return (
    <Button kind="quiet" size="sm" onClick={() => setOpen(true)}>
      {t('app.api_tokens.new.title')}
    </Button>
  );
}

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
  const t = useT();
  const create = useCreateToken();
  const form = useForm({
    schema: createToken.body,
    initial: { name: '', scope: 'read' as ApiScope, expires_in_days: 90 as number | null },
    submit: async (body) => onCreated((await create.mutateAsync(body)).token),
    failed: t('app.api_tokens.new.not_created'),
  });
  return (
    <form aria-label={t('app.api_tokens.new.title')} className="grid gap-5" onSubmit={form.onSubmit} noValidate>
      <Field
        label={t('app.api_tokens.new.name')}
        note={t('app.api_tokens.new.name_note')}
        autoFocus
        maxLength={API_TOKEN_NAME_MAX}
        required
        {...form.field('name')}
      />
      <fieldset>
        <legend className="text-sm font-semibold">{t('app.api_tokens.new.scope')}</legend>
        <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
          {API_SCOPES.map((scope) => (
            <RadioCard
              key={scope}
              name="scope"
              value={scope}
              checked={form.values.scope === scope}
              onChange={() => form.set('scope', scope)}
              className="gap-3 p-4"
              buttonClass="mt-1"
            >
              <span>
                <span className="block font-bold">{t(`app.api_tokens.scopes.${scope}.name`)}</span>
                <span className="block text-sm text-ink-2">{t(`app.api_tokens.scopes.${scope}.note`)}</span>
              </span>
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <Select
        id="token-expiry"
        label={t('app.api_tokens.new.expires')}
        options={LIFETIMES.map(({ value, label }) => ({ value, label: t(label) }))}
        value={String(form.values.expires_in_days ?? 'never')}
        onChange={(value) => form.set('expires_in_days', value === 'never' ? null : Number(value))}
      />
      <Button type="submit" busy={form.busy} busyLabel={t('start.common.creating')} className="sm:justify-self-start">
        {t('app.api_tokens.new.create')}
      </Button>
    </form>
  );
}
