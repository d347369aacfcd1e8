import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { LoadPart } from '#web/kit/load-part.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { NewToken } from './new-token.tsx';
import { tokensQuery } from './queries.ts';
import { TokenList } from './token-list.tsx';
import { Upgrade } from './upgrade.tsx';

/** The user's API tokens, and a new one where the plan has them. */
export function ApiTokens({ zone }: { zone: string }) {
  const query = useQuery(tokensQuery);
  return (
    <Section
      id="tokens"
      title={
        <>
          <KeyRound className="size-5.5 text-flame" aria-hidden />
          API tokens
          {query.data?.allowed === false && <Pill tone="open">PREMIUM</Pill>}
        </>
      }
      lead="A token lets your own program act as you. It can't reach your account, your payments or other tokens."
    >
      <LoadPart query={query} name="your tokens" rows={1}>
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
