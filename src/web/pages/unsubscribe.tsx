import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LinkSkeleton } from '#web/features/one-tap/frame.tsx';
import { unsubscribeQuery } from '#web/features/one-tap/queries.ts';
import { UnknownLink } from '#web/features/one-tap/unknown-link.tsx';
import { Unsubscribe } from '#web/features/one-tap/unsubscribe.tsx';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/unsubscribe/$token');

export function UnsubscribePage() {
  useTitle('Unsubscribe');
  const { token } = route.useParams();
  const { data, isPending, error, isFetching, refetch } = useQuery(unsubscribeQuery(token));
  if (data) return <Unsubscribe key={token} token={token} subscription={data} />;
  if (isPending) return <LinkSkeleton />;
  return <UnknownLink error={error} again={{ busy: isFetching, act: () => void refetch() }} />;
}
