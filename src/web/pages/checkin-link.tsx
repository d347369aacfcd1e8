import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { CheckinByLink } from '#web/features/reminders/checkin-link.tsx';
import { checkinLinkQuery } from '#web/features/reminders/queries.ts';
import { LinkSkeleton, UnknownLink } from '#web/features/site/link-page.tsx';

const route = getRouteApi('/queries/one-tap/$token');

export function CheckinLinkPage() {
  const t = useT();
  useTitle(t('start.common.check_in'));
  const { token } = route.useParams();
  const query = useQuery(checkinLinkQuery(token));
  return (
    <LoadPart query={query} loading={<LinkSkeleton />} failed={<UnknownLink query={query} />}>
      {(link) => <CheckinByLink key={token} token={token} link={link} />}
    </LoadPart>
  );
}
