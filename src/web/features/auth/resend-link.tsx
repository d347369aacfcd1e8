import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { resendVerification } from '#contract/auth.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { markStale } from '#web/data/stale.ts';

/** Sends another link that proves the user's address, then replaces the button with a note. */
export function ResendLink({ label, large = false }: { label: string; large?: boolean }) {
  const client = useQueryClient();
  const t = useT();
  const resend = useMutation({
    mutationFn: () => call(resendVerification, {}),
    onError: (error) => {
      toast.failure(error, t('app.auth.resend.failed'));
      // The user might have proved the address on another device.
      void markStale(client, 'own_address');
    },
  });
  if (resend.isSuccess) return <Sent />;
  return (
    <Button
      kind={large ? 'flame' : 'quiet'}
      size={large ? 'md' : 'sm'}
      className={large ? 'w-full' : undefined}
      busy={resend.isPending}
      busyLabel={t('start.common.sending')}
      onClick={() => resend.mutate()}
    >
      {label}
    </Button>
  );
}

function Sent() {
  const t = useT();
  const sent = useRef<HTMLParagraphElement>(null);
  // The button that had the focus was removed.
  useEffect(() => sent.current?.focus(), []);
  return (
    <p ref={sent} tabIndex={-1} role="status" className="flex min-h-11 items-center font-semibold">
      {t('app.auth.resend.sent')}
    </p>
  );
}
