import { useState } from 'react';
import { createToken } from '#contract/api-tokens.ts';
import type { ApiScope } from '#domain/api-tokens.ts';
import { API_TOKEN_NAME_MAX } from '#domain/limits.ts';
import { Button } from '#web/kit/button.tsx';
import { Field } from '#web/kit/field.tsx';
import { Select } from '#web/kit/select.tsx';
import { ShownSecret } from '#web/kit/shown-secret.tsx';
import { useForm } from '#web/lib/form.ts';
import { useCreateToken } from './queries.ts';

const SCOPES: { scope: ApiScope; name: string; note: string }[] = [
  { scope: 'read', name: 'Read', note: 'Look at missions, check-ins and insights.' },
  { scope: 'write', name: 'Read and write', note: 'Also check in and change missions.' },
];

/** In days; the text is what the native control holds. */
const LIFETIMES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
];

/** Name and scope of a new token, then the token itself, which is shown only this once. */
export function NewToken() {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  if (created !== null)
    return (
      <ShownSecret
        id="made-token"
        title="Your new token"
        name="Token"
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
      New token
    </Button>
  );
}

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
  const create = useCreateToken();
  const form = useForm({
    schema: createToken.body,
    initial: { name: '', scope: 'read' as ApiScope, expires_in_days: 90 as number | null },
    submit: async (body) => onCreated((await create.mutateAsync(body)).token),
    failed: "We couldn't create the token",
  });
  return (
    <form aria-label="New token" className="grid gap-5" onSubmit={form.onSubmit} noValidate>
      <Field
        label="Name"
        note="What it's for, like “Watch shortcut”."
        autoFocus
        maxLength={API_TOKEN_NAME_MAX}
        required
        {...form.field('name')}
      />
      <fieldset>
        <legend className="text-sm font-semibold">What can it do?</legend>
        <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
          {SCOPES.map(({ scope, name, note }) => (
            <label
              key={scope}
              className="flex cursor-pointer gap-3 rounded-md border-2 border-line-strong p-4 hover:bg-sunk has-checked:border-flame has-checked:bg-star-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky"
            >
              <input
                type="radio"
                name="scope"
                value={scope}
                checked={form.values.scope === scope}
                onChange={() => form.set('scope', scope)}
                className="mt-1 size-4.5 shrink-0 accent-(--flame)"
              />
              <span>
                <span className="block font-bold">{name}</span>
                <span className="block text-sm text-ink-2">{note}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Select
        id="token-expiry"
        label="Expires"
        options={LIFETIMES}
        value={String(form.values.expires_in_days ?? 'never')}
        onChange={(value) => form.set('expires_in_days', value === 'never' ? null : Number(value))}
      />
      <Button type="submit" busy={form.busy} busyLabel="Creating..." className="sm:justify-self-start">
        Create token
      </Button>
    </form>
  );
}
