import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LinkSkeleton } from '#web/features/reminders/link-page.tsx';
import { unsubscribeQuery } from '#web/features/reminders/queries.ts';
import { UnknownLink } from '#web/features/reminders/unknown-link.tsx';
import { Unsubscribe } from '#web/features/reminders/unsubscribe.tsx';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/unsubscribe/$token');

export function UnsubscribePage() {
  useTitle('Unsubscribe');
  const { token } = route.useParams();
  const { data, isPending, error, isFetching, refetch } = useQuery(unsubscribeQuery(token));
  if (data) return <Unsubscribe key={token} token={token} subscription={data} />;
  if (isPending) return <LinkSkeleton />;
  return <UnknownLink error={error} retry={{ busy: isFetching, onRetry: () => void refetch() }} />;
}
