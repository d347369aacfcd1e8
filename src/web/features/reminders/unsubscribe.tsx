import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type previewUnsubscribe, unsubscribe } from '#contract/reminders.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { LinkPage } from '#web/features/site/public.ts';

type Subscription = Answer<typeof previewUnsubscribe>;

/** Ends the emails with this link. Opening the page changes nothing: mail scanners open links too. */
export function Unsubscribe({ token, subscription }: { token: string; subscription: Subscription }) {
  const t = useT();
  const end = useMutation({
    mutationFn: () => call(unsubscribe, { params: { token } }),
    onError: (error) => toast.failure(error, t('start.unsubscribe.failed')),
  });
  const { kind } = subscription;
  const forAddress = kind === 'invitations';
  const lead =
    subscription.mission_title ?? t(forAddress ? 'start.unsubscribe.lead_invitations' : 'start.unsubscribe.lead_week');
  // Invited people might have no account, and no setting turns invitations on again.
  const settings = !forAddress && (
    <Link to="/settings" className={button({ kind: 'quiet' })}>
      {t('start.unsubscribe.settings')}
    </Link>
  );
  const said = useRef<HTMLParagraphElement>(null);
  const over = end.isSuccess || !subscription.is_on;
  const missionId = subscription.mission_id;
  useEffect(() => {
    // The button that had the focus was removed.
    if (end.isSuccess) said.current?.focus();
  }, [end.isSuccess]);
  if (over)
    return (
      <LinkPage
        lead={lead}
        title={t(`start.unsubscribe.${kind}.done`)}
        action={
          <>
            {missionId && (
              <Link to="/mission/$missionId" params={{ missionId }} className={button()}>
                {t('start.common.open_mission')}
              </Link>
            )}
            {settings}
          </>
        }
      >
        <p ref={said} tabIndex={-1} role="status">
          {t(`start.unsubscribe.${kind}.result`)}
        </p>
      </LinkPage>
    );
  return (
    <LinkPage
      lead={lead}
      title={t(`start.unsubscribe.${kind}.title`)}
      action={
        <>
          <Button busy={end.isPending} busyLabel={t('start.unsubscribe.busy')} onClick={() => end.mutate()}>
            {t('start.unsubscribe.stop')}
          </Button>
          {settings}
        </>
      }
    >
      {t(`start.unsubscribe.${kind}.question`)}
    </LinkPage>
  );
}
