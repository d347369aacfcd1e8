import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CheckinLinkPage } from '#web/features/reminders/checkin-link.tsx';
import { LinkSkeleton } from '#web/features/reminders/link-page.tsx';
import { checkinLinkQuery } from '#web/features/reminders/queries.ts';
import { UnknownLink } from '#web/features/reminders/unknown-link.tsx';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/one-tap/$token');

export function OneTapPage() {
  useTitle('Check in');
  const { token } = route.useParams();
  const { data, isPending, error, isFetching, refetch } = useQuery(checkinLinkQuery(token));
  if (data) return <CheckinLinkPage key={token} token={token} link={data} />;
  if (isPending) return <LinkSkeleton />;
  return <UnknownLink error={error} retry={{ busy: isFetching, onRetry: () => void refetch() }} />;
}
