import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { User } from '#contract/auth.ts';
import type { SentInvitation } from '#contract/invitations.ts';
import type { Mission } from '#contract/missions.ts';
import { sentInvitations } from '#web/data/query-keys.ts';
import { InviteSheet } from './invite-sheet.tsx';
import type { useSendInvitation } from './send-form.tsx';

const ME = { id: 'ana', email_verified: true, timezone: 'Europe/Berlin' } as User;
const MISSION = { id: 'm', title: 'Read', owner_id: 'ana', owner_name: 'Ana', invitation_code: null } as Mission;
const SENT: SentInvitation = {
  id: 'one',
  status: 'pending',
  invitee_email: 'ben@example.com',
  invitee_name: null,
  message: '',
  sender_name: 'Ana',
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-12-04T08:00:00Z',
};

/** Renders the sheet for an owner who typed `address` and sent `sent`. */
function render({ address = '', sent = [] as SentInvitation[] } = {}): string {
  const client = new QueryClient();
  client.setQueryData(sentInvitations('m'), sent);
  const values = { mission_id: 'm', invitee_email: address, message: '' };
  const field = (name: string) => ({ id: name, name, value: address, error: undefined, onChange: () => undefined });
  const form = { values, field, busy: false, unmailed: false } as unknown as ReturnType<typeof useSendInvitation>;
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InviteSheet mission={MISSION} me={ME} form={form} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

it('starts with folded parts, and without a part for sent invitations if there are none', () => {
  const drawn = render();
  expect(drawn).toContain('Copy Invitation Text');
  expect(drawn.match(/aria-expanded="false"/g)).toHaveLength(2);
  expect(drawn).not.toContain('aria-expanded="true"');
  expect(drawn).not.toContain('Sent,');
});

it('opens the form if it contains an address', () => {
  expect(render({ address: 'mei@example.com' })).toContain('value="mei@example.com"');
});

it('shows the number of open sent invitations', () => {
  expect(render({ sent: [SENT, { ...SENT, id: 'two' }] })).toContain('Sent, 2 open');
});
