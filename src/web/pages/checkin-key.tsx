import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { CheckinByKey, FailedKey } from '#web/features/checkin-keys/key-page.tsx';
import { keyPreviewQuery } from '#web/features/checkin-keys/queries.ts';
import { LinkSkeleton } from '#web/features/site/link-page.tsx';

const route = getRouteApi('/queries/key/$key');

export function CheckinKeyPage() {
  const t = useT();
  useTitle(t('start.common.check_in'));
  const { key } = route.useParams();
  const query = useQuery(keyPreviewQuery(key));
  return (
    <LoadPart query={query} loading={<LinkSkeleton />} failed={<FailedKey query={query} />}>
      {(preview) => <CheckinByKey key={key} secret={key} preview={preview} />}
    </LoadPart>
  );
}
