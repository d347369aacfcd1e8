import { useQuery } from '@tanstack/react-query';
import { LoadSections } from '#web/kit/load-sections.tsx';
import { NewToken } from './new-token.tsx';
import { tokensQuery } from './queries.ts';
import { TokenList } from './token-list.tsx';
import { Upgrade } from './upgrade.tsx';

export function TokensTab({ zone }: { zone: string }) {
  const query = useQuery(tokensQuery);
  return (
    <LoadSections query={query} name="your tokens">
      {(list) => (
        <>
          {list.allowed ? <NewToken /> : <Upgrade what="tokens" none={list.tokens.length === 0} />}
          <TokenList {...list} zone={zone} />
        </>
      )}
    </LoadSections>
  );
}
