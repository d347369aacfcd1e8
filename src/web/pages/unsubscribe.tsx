import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { unsubscribeQuery } from '#web/features/reminders/queries.ts';
import { Unsubscribe } from '#web/features/reminders/unsubscribe.tsx';
import { LinkSkeleton, UnknownLink } from '#web/features/site/link-page.tsx';

const route = getRouteApi('/queries/unsubscribe/$token');

export function UnsubscribePage() {
  const t = useT();
  useTitle(t('start.unsubscribe.title'));
  const { token } = route.useParams();
  const query = useQuery(unsubscribeQuery(token));
  return (
    <LoadPart query={query} loading={<LinkSkeleton />} failed={<UnknownLink query={query} />}>
      {(subscription) => <Unsubscribe key={token} token={token} subscription={subscription} />}
    </LoadPart>
  );
}
