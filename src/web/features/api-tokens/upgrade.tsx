import { Link } from '@tanstack/react-router';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';

/** Replaces the form if the plan lacks tokens or webhooks. `none`: the user has none from an earlier plan. */
export function Upgrade({ what, none }: { what: 'tokens' | 'webhooks'; none: boolean }) {
  const t = useT();
  return (
    <div className="mt-4">
      {!none && (
        <p className="mb-3 text-sm text-ink-2">
          {t(what === 'tokens' ? 'app.api_tokens.kept' : 'app.api_tokens.webhooks_kept')}
        </p>
      )}
      <Link to="/pricing" className={button({ kind: 'quiet', size: 'sm' })}>
        {t('app.billing.upgrade')}
      </Link>
    </div>
  );
}
