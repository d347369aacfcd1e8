import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { YesterdayButton } from './yesterday-checkin.tsx';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const draw = (fields: { busy?: boolean; isFirst?: boolean }) =>
  renderToStaticMarkup(
    <YesterdayButton
      mission={{ id: 'm', title: 'Read 20 pages' }}
      today="2026-11-22"
      busy={false}
      onPress={() => undefined}
      {...fields}
    />,
  );

it('The offer names the day and its mission, and says until when.', () => {
  const html = draw({});
  expect(html.replace(/<[^>]*>/g, '')).toContain('Did it yesterday? Check in for 21 November');
  expect(html).toContain('aria-label="Did it yesterday? Check in for 21 November: Read 20 pages"');
  expect(html).toContain('Yesterday is open until noon.');
});

it('Of several offers on a screen only the first says until when.', () => {
  expect(draw({ isFirst: false })).not.toContain('until noon');
});

it('While it is recorded the button is busy.', () => {
  expect(draw({ busy: true })).toMatch(/disabled=""[^>]*aria-busy="true"[^>]*>Checking in\.\.\./);
});
