import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LinkSkeleton } from '#web/features/one-tap/frame.tsx';
import { CheckinLinkPage } from '#web/features/one-tap/one-tap.tsx';
import { checkinLinkQuery } from '#web/features/one-tap/queries.ts';
import { UnknownLink } from '#web/features/one-tap/unknown-link.tsx';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/one-tap/$token');

export function OneTapPage() {
  useTitle('Check in');
  const { token } = route.useParams();
  const { data, isPending, error, isFetching, refetch } = useQuery(checkinLinkQuery(token));
  if (data) return <CheckinLinkPage key={token} token={token} link={data} />;
  if (isPending) return <LinkSkeleton />;
  return <UnknownLink error={error} again={{ busy: isFetching, act: () => void refetch() }} />;
}
