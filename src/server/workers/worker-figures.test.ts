import { describe, expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import type { FromWorker } from './messages.ts';
import { makeWorkerFigures } from './worker-figures.ts';

/** What a worker sent, and its figures with little patience. */
function startFigures(patience_ms = 60_000) {
  const sent: FromWorker[] = [];
  return { sent, ...makeWorkerFigures((message) => void sent.push(message), patience_ms) };
}

describe('the figures of all workers', async () => {
  it('The primary is asked for the figures of all, and each answer reaches who asked.', async () => {
    const { sent, worker_figures, onGathered } = startFigures();
    const texts = [worker_figures.gather(), worker_figures.gather()];
    expect(sent).toEqual([0, 1].map((id) => ({ kind: 'gather', id })));
    onGathered(1, 'second');
    onGathered(0, 'first');
    onGathered(0, 'too late');
    expect(await Promise.all(texts)).toEqual(['first', 'second']);
  });

  it('Figures that cannot be read are none, so that the primary does not wait for them.', async () => {
    const { sent, worker_figures, collect } = startFigures();
    worker_figures.offer(() => Promise.reject(new Error('no figures')));
    await collect(7);
    expect(sent).toEqual([{ kind: 'collected', id: 7, figures: null }]);
  });

  const { worker_figures, onGathered, sent } = startFigures(50);
  const t = await testApp({ worker_figures });

  it('A worker whose primary does not answer shows its own figures.', async () => {
    const { statusCode, body } = await t.app.inject('/metrics');
    expect([statusCode, body]).toEqual([200, expect.stringContaining('\nlive_streams 0\n')]);
  });

  it('A primary that cannot sum the figures makes an error of the request.', async () => {
    const answer = t.app.inject('/metrics');
    await expect.poll(() => sent.length).toBeGreaterThan(1);
    onGathered(1, null);
    expect((await answer).statusCode).toBe(500);
  });
});
