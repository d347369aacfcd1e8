import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { NudgeButton, type PersonOut } from './nudge-button.tsx';

const nudging = vi.hoisted(() => ({ isPending: false }));
vi.mock('./nudge.ts', () => ({ useNudge: () => ({ mutate: vi.fn(), isSuccess: false, ...nudging }) }));

const person: PersonOut = {
  ...{ mission_id: 'm', user_id: 'u', name: 'Mo Haddad', avatar_url: null, can_nudge: true, nudged_today: false },
  look: { cloth: 'moss', hat: 'beanie', cut: 'poncho' } as unknown as PersonOut['look'],
};

function namesOf(asksHello: boolean): { read: string; shown: string } {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NudgeButton person={person} asksHello={asksHello} />
    </QueryClientProvider>,
  );
  const shown = html.replaceAll(/<[^>]+>/g, '');
  return { read: /aria-label="([^"]+)"/.exec(html)?.[1] ?? shown, shown };
}

describe('NudgeButton', () => {
  it.each([
    [false, 'Nudge', 'Nudge Mo Haddad'],
    [true, 'Say hello', 'Say hello to Mo Haddad'],
  ])('has an accessible name that starts with its text (asks hello: %s)', (asksHello, shown, read) => {
    nudging.isPending = false;
    expect(namesOf(asksHello)).toEqual({ read, shown });
  });

  it.each([false, true])('has its text as accessible name while busy (asks hello: %s)', (asksHello) => {
    nudging.isPending = true;
    expect(namesOf(asksHello)).toEqual({ read: 'Nudging...', shown: 'Nudging...' });
  });
});
