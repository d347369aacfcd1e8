import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { PLANS } from '#domain/billing.ts';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { NewToken } from './new-token.tsx';
import { tokensQuery } from './queries.ts';
import { TokenList } from './token-list.tsx';
import { Upgrade } from './upgrade.tsx';

export function ApiTokens({ zone }: { zone: string }) {
  const t = useT();
  const query = useQuery(tokensQuery);
  return (
    <Section
      id="tokens"
      icon={<KeyRound className="size-5.5 text-flame" aria-hidden />}
      title={
        <>
          <span>{t('app.api_tokens.title')}</span>
          {query.data?.allowed === false && <Pill tone="open">{PLANS.premium_yearly.name}</Pill>}
        </>
      }
      lead={t('app.api_tokens.lead')}
    >
      <LoadPart query={query} name={t('app.api_tokens.part')} rows={1} row="h-11">
        {(list) => (
          <>
            {(list.allowed || list.tokens.length > 0) && <TokenList {...list} zone={zone} />}
            {list.allowed ? (
              <div className="mt-4">
                <NewToken />
              </div>
            ) : (
              <Upgrade what="tokens" none={list.tokens.length === 0} />
            )}
          </>
        )}
      </LoadPart>
    </Section>
  );
}
