import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { type previewUnsubscribe, unsubscribe } from '#contract/reminders.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, button } from '#web/ui/button.tsx';
import { LinkPage } from './link-page.tsx';

type Subscription = Answer<typeof previewUnsubscribe>;

const WORDS = {
  reminder: {
    title: 'Stop the reminders?',
    question: 'Reminders of this mission would no longer come. Nothing else changes.',
    done: 'No more reminders',
    result: 'Reminders of this mission no longer come. You can turn them on again in your settings.',
  },
  digest: {
    title: 'Stop the weekly mail?',
    question: 'The mail on Sunday evenings would no longer come. Nothing else changes.',
    done: 'No more weekly mails',
    result: 'The mail on Sunday evenings no longer comes. You can turn it on again in your settings.',
  },
  invitations: {
    title: 'Stop the invitations?',
    question: 'No one could email you invitations from here any more. Nothing else changes.',
    done: 'No more invitations',
    result: 'No one can email you invitations from here any more.',
  },
} as const;

/** Ends the mails that carry this link. Opening the page changes nothing, because mail scanners open links too. */
export function Unsubscribe({ token, subscription }: { token: string; subscription: Subscription }) {
  const end = useMutation({
    mutationFn: () => call(unsubscribe, { params: { token } }),
    onError: (error) => toast.error(detailOf(error, 'Failed to stop these mails. Please try again.')),
  });
  const words = WORDS[subscription.kind];
  const forAddress = subscription.kind === 'invitations';
  const lead = subscription.mission_title ?? (forAddress ? 'Invitations to Emberkin' : 'Your week on Emberkin');
  // Whoever is invited may have no account, and no setting turns invitations on again.
  const settings = !forAddress && <SettingsLink />;
  const said = useRef<HTMLParagraphElement>(null);
  const over = end.isSuccess || !subscription.is_on;
  useEffect(() => {
    // The button that had the focus is gone.
    if (end.isSuccess) said.current?.focus();
  }, [end.isSuccess]);
  if (over)
    return (
      <LinkPage lead={lead} title={words.done}>
        <p ref={said} tabIndex={-1} role="status" className="mt-3 text-ink-2">
          {words.result}
        </p>
        {settings}
      </LinkPage>
    );
  return (
    <LinkPage lead={lead} title={words.title}>
      <p className="mt-3 text-ink-2">{words.question}</p>
      <Button className="mt-6 w-full" busy={end.isPending} busyLabel="Stopping..." onClick={() => end.mutate()}>
        Stop them
      </Button>
      {settings}
    </LinkPage>
  );
}

function SettingsLink() {
  return (
    <Link to="/settings" className={button({ kind: 'quiet', className: 'mt-4 w-full' })}>
      Open your settings
    </Link>
  );
}
