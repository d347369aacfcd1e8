import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import * as keys from '#web/data/query-keys.ts';
import { useCanReceivePush } from './push-toggle.tsx';

/** Renders a device in a state, with the server's list of devices if it has loaded. */
function canReceive(state: string, devices?: readonly object[]): boolean | undefined {
  const client = new QueryClient();
  client.setQueryData(keys.pushHere, state);
  if (devices) client.setQueryData(keys.pushDevices, devices);
  let answer: boolean | undefined;
  function Probe() {
    answer = useCanReceivePush();
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  return answer;
}

describe('useCanReceivePush', () => {
  it.each(['none', 'denied'])('is false in the state "%s" before the devices are loaded', (state) =>
    expect(canReceive(state)).toBe(false),
  );

  it.each(['off', 'on'])('is true in the state "%s" before the devices are loaded', (state) =>
    expect(canReceive(state)).toBe(true),
  );

  it('is true if only another device receives push messages', () => expect(canReceive('denied', [{}])).toBe(true));
});
