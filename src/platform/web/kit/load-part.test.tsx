import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { FailedPart, LoadPart } from './load-part.tsx';

const query = { data: undefined, isError: false, isFetching: false, refetch: () => undefined };
const render = (state: Partial<{ data: string; isError: boolean; isFetching: boolean }>) =>
  renderToStaticMarkup(
    <LoadPart query={{ ...query, ...state }} name="your sessions">
      {(data) => <b>{data}</b>}
    </LoadPart>,
  );

it('shows an outline while loading and announces it to screen readers', () => {
  expect(render({ isFetching: true })).toMatch(/role="status"[^>]*>Loading your sessions\.\.\.</);
});

it('names what failed to load and offers a retry', () => {
  expect(render({ isError: true })).toMatch(/role="alert".*We couldn(?:'|&#x27;)t load your sessions.*>Try again</);
});

it('disables the retry button while a retry runs', () => {
  const html = renderToStaticMarkup(<FailedPart query={{ ...query, isFetching: true }} text="No sessions" />);
  expect(html).toMatch(/disabled=""[^>]*aria-busy="true"[^>]*><span[^>]*>Trying again\.\.\.</);
});

it('shows its data even if a refresh failed', () => {
  expect(render({ data: 'A phone' })).toBe('<b>A phone</b>');
  expect(render({ data: 'A phone', isError: true })).toBe('<b>A phone</b>');
  expect(render({ data: '' })).toBe('<b></b>');
});

it('prefers the outline and the error of its caller', () => {
  const withOwn = (isError: boolean) =>
    renderToStaticMarkup(
      <LoadPart query={{ ...query, isError }} loading={<i>soon</i>} failed={<u>gone</u>}>
        {() => null}
      </LoadPart>,
    );
  expect([withOwn(false), withOwn(true)]).toEqual(['<i>soon</i>', '<u>gone</u>']);
});

describe('a part that waits for its next attempt', () => {
  afterEach(() => vi.unstubAllGlobals());
  const noAnswer = new ApiError({ code: 'network', status: 0, detail: '' });
  const unavailable = new ApiError({ code: 'unavailable', status: 503, detail: '' });

  it.each([
    ['fails at once without a network', false, noAnswer, true],
    ['keeps its outline while the device is online', true, noAnswer, false],
    ['keeps its outline when the server answered', false, unavailable, false],
  ])('%s', (_, onLine, failureReason, hasFailed) => {
    vi.stubGlobal('navigator', { onLine });
    const html = renderToStaticMarkup(
      <LoadPart query={{ ...query, isFetching: true, failureReason }} name="your sessions">
        {() => null}
      </LoadPart>,
    );
    expect(html.includes('role="alert"')).toBe(hasFailed);
  });
});
