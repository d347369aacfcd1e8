import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { CheckinLink } from '#contract/reminders.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { CheckinByLink } from './checkin-link.tsx';

const LINK: CheckinLink = {
  ...{ state: 'open', mission_id: 'm', mission_title: 'Read', patch: null, name: 'Ana' },
  ...{ day: '2027-01-05', is_yesterday: false, can_check_in_today: true },
};

const wordsOf = (link: Partial<CheckinLink>) =>
  renderLinked(
    <QueryClientProvider client={new QueryClient()}>
      <CheckinByLink token="t" link={{ ...LINK, ...link }} />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');

it('shows the patch of the mission', () => {
  const page = renderLinked(
    <QueryClientProvider client={new QueryClient()}>
      <CheckinByLink token="t" link={LINK} />
    </QueryClientProvider>,
  );
  expect(page).toContain('viewBox="0 0 100 100"');
});

it('says whether the link is for today or yesterday', () => {
  expect(wordsOf({})).toMatch(/Tuesday, 5 January.*you're checked in for today\..* Check in for today /);
  const words = wordsOf({ is_yesterday: true });
  expect(words).toMatch(/you're checked in for yesterday\..* Check in for yesterday, 5 January /);
});

it('offers today for an expired link, and names the day of a used link', () => {
  const over = wordsOf({ state: 'over' });
  expect(over).toMatch(/This was for Tuesday, 5 January .*Check in for today instead\? .*Open the mission/);
  expect(over).not.toContain('Write or add a photo');
  const ended = wordsOf({ state: 'over', can_check_in_today: false });
  expect(ended).toMatch(/This was for Tuesday, 5 January .*This mission takes no more check-ins\. .*Open the mission/);
  expect(wordsOf({ state: 'used', is_yesterday: true })).toContain("You've already checked in for Tuesday, 5 January.");
});
