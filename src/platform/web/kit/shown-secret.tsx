import { useEffect } from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { copyWithToast } from '#platform/web/lib/share-text.ts';
import { Button } from './button.tsx';

interface ShownSecretProps {
  id: string;
  title: string;
  name: string;
  secret: string;
  note?: string;
  onDone: () => void;
}

/**
 * Renders a secret that the server shows only once, with a copy button.
 *
 * Only this page's memory contains the secret.
 */
export function ShownSecret({ id, title, name, secret, note, onDone }: ShownSecretProps) {
  const t = useT();
  // It replaces the pressed element, which might have been far below.
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const copy = () =>
    copyWithToast(secret, { done: t('app.kit.secret.copied', { name }), failed: t('app.kit.secret.copy_failed') });
  const lead = note ? t('app.kit.secret.once_and', { note }) : t('app.kit.secret.once');
  return (
    <section aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} className="font-bold">
        {title}
      </h3>
      <p className="mt-1 mb-4 text-sm text-ink-2">{lead}</p>
      <output
        dir="ltr"
        aria-label={name}
        className="block rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm break-all select-all rtl:text-end"
      >
        {secret}
      </output>
      <div className="mt-4 flex flex-col gap-3 sm:flex-row">
        <Button onClick={() => void copy()}>{t('app.kit.secret.copy', { name: name.toLowerCase() })}</Button>
        <Button kind="quiet" onClick={onDone}>
          {t('app.kit.secret.have_it')}
        </Button>
      </div>
    </section>
  );
}
