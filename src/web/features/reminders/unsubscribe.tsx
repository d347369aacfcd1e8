import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { type previewUnsubscribe, unsubscribe } from '#contract/reminders.ts';
import { LinkPage } from '#web/features/site/public.ts';
import { Button, button } from '#web/kit/button.tsx';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';

type Subscription = Answer<typeof previewUnsubscribe>;

const WORDS = {
  reminder: {
    title: 'Stop the reminders?',
    question: "You won't get reminders for this mission any more. Nothing else changes.",
    done: 'No more reminders',
    result: "We won't remind you about this mission any more. You can turn reminders on again in your settings.",
  },
  digest: {
    title: 'Stop the weekly email?',
    question: "You won't get the email on Mondays any more. Nothing else changes.",
    done: 'No more weekly emails',
    result: "We won't send the email on Mondays any more. You can turn it on again in your settings.",
  },
  invitations: {
    title: 'Stop the invitations?',
    question: "You won't get invitations by email from here any more. Nothing else changes.",
    done: 'No more invitations',
    result: "We won't email you invitations from here any more.",
  },
} as const;

/** Ends the mails that carry this link. Opening the page changes nothing, because mail scanners open links too. */
export function Unsubscribe({ token, subscription }: { token: string; subscription: Subscription }) {
  const end = useMutation({
    mutationFn: () => call(unsubscribe, { params: { token } }),
    onError: (error) => toast.error(detailOf(error, "We couldn't stop these emails. Please try again.")),
  });
  const words = WORDS[subscription.kind];
  const forAddress = subscription.kind === 'invitations';
  const lead = subscription.mission_title ?? (forAddress ? 'Invitations to Emberkin' : 'Your week on Emberkin');
  // Whoever is invited may have no account, and no setting turns invitations on again.
  const settings = !forAddress && (
    <Link to="/settings" className={button({ kind: 'quiet' })}>
      Open your settings
    </Link>
  );
  const said = useRef<HTMLParagraphElement>(null);
  const over = end.isSuccess || !subscription.is_on;
  const missionId = subscription.mission_id;
  useEffect(() => {
    // The button that had the focus is gone.
    if (end.isSuccess) said.current?.focus();
  }, [end.isSuccess]);
  if (over)
    return (
      <LinkPage
        lead={lead}
        title={words.done}
        action={
          <>
            {missionId && (
              <Link to="/mission/$missionId" params={{ missionId }} className={button()}>
                Open the mission
              </Link>
            )}
            {settings}
          </>
        }
      >
        <p ref={said} tabIndex={-1} role="status">
          {words.result}
        </p>
      </LinkPage>
    );
  return (
    <LinkPage
      lead={lead}
      title={words.title}
      action={
        <>
          <Button busy={end.isPending} busyLabel="Stopping..." onClick={() => end.mutate()}>
            Stop them
          </Button>
          {settings}
        </>
      }
    >
      {words.question}
    </LinkPage>
  );
}
