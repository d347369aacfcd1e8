import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Member } from '#contract/members.ts';
import { getT } from '#platform/web/lib/language.ts';
import { groupText, hasGroup, shareGroup } from './share-group.ts';

const member = (name: string, checked_in_today: boolean) =>
  ({
    user_id: name,
    name,
    checked_in_today,
    due_today: !checked_in_today,
    needed_today: !checked_in_today,
    week: null,
    away_until: null,
  }) as Member;

const mission = {
  id: 'm1',
  title: 'Our October',
  state: 'active' as const,
  members: [member('Ana Lind', true), member('Ben Okoro', true), member('Mo Haddad', false)],
  schedule: { kind: 'daily' } as const,
  today: '2026-10-14',
  first_day: '2026-10-01',
  last_day: '2026-10-30',
  duration_days: 30,
  invitation_code: null as string | null,
  can: { invite: true },
};
const ORIGIN = 'https://habits.example';
const PICTURE = new File(['png'], 'group.png', { type: 'image/png' });
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)';
const IPAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

function onDevice(device: {
  share?: () => Promise<void>;
  canShare?: () => boolean;
  userAgent?: string;
  maxTouchPoints?: number;
}) {
  vi.stubGlobal('window', { location: { origin: ORIGIN } });
  vi.stubGlobal('navigator', { userAgent: ANDROID, maxTouchPoints: 5, ...device });
}
afterEach(() => {
  vi.unstubAllGlobals();
});

const words = () => groupText(getT(), mission);

async function press(device: Parameters<typeof onDevice>[0], picture: File | null = PICTURE) {
  const share = vi.fn(device.share ?? (async () => undefined));
  onDevice({ canShare: () => true, ...device, ...('share' in device && !device.share ? {} : { share }) });
  const otherwise = vi.fn();
  await shareGroup(picture, words(), otherwise);
  return { shared: share.mock.calls.map((call) => (call as unknown[])[0]), dialogs: otherwise.mock.calls.length };
}
const failWith = (error: unknown) => () => Promise.reject(error);
const TEXT = 'Our October: 2 of 3 are in. Day 14 of 30.';
const LINK = `${ORIGIN}/mission/m1`;

describe('the text for a chat', () => {
  it('names the mission and not its members, with a link that only members can open', () => {
    onDevice({});
    expect(words()).toEqual({ line: '2 of 3 are in', day: 'Day 14 of 30', caption: TEXT, text: TEXT, link: LINK });
    for (const { name } of mission.members) expect(JSON.stringify(words())).not.toContain(name);
  });

  it('has the link to join if the viewer can invite and a code exists', () => {
    onDevice({});
    const { caption, text, link } = groupText(getT(), { ...mission, invitation_code: 'FIRE-2026' });
    expect([caption, text, link]).toEqual([TEXT, `${TEXT} Come along:`, `${ORIGIN}/join/FIRE-2026`]);
  });

  it('has the link for members if the viewer can no longer invite', () => {
    onDevice({});
    const cached = { ...mission, invitation_code: 'FIRE-2026', can: { invite: false } };
    expect(groupText(getT(), cached)).toMatchObject({ text: TEXT, link: LINK });
  });
});

it('a group has two members or more, from the first day to the last', () => {
  const on = (today: string, members = mission.members) => hasGroup({ ...mission, today, members });
  expect(['2026-09-30', '2026-10-01', '2026-10-30', '2026-10-31'].map((today) => on(today))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([on('2026-10-14', mission.members.slice(0, 1)), on('2026-10-14', mission.members.slice(0, 2))]).toEqual([
    false,
    true,
  ]);
});

it.each(['ended', 'completed'] as const)('a mission that is %s has no group to show', (state) => {
  expect(hasGroup({ ...mission, state })).toBe(false);
});

describe('a press', () => {
  it('shares picture and text if the device can share files', async () => {
    expect(await press({})).toEqual({ shared: [{ files: [PICTURE], text: `${TEXT} ${LINK}` }], dialogs: 0 });
  });

  it.each([
    ['an iPhone', IPHONE],
    ['an iPad, which reports itself as a Mac', IPAD],
  ])('shares only the picture on %s', async (_, userAgent) => {
    expect(await press({ userAgent })).toEqual({ shared: [{ files: [PICTURE] }], dialogs: 0 });
  });

  it('shares picture and text on a Mac, which has no touch screen', async () => {
    const { shared } = await press({ userAgent: IPAD, maxTouchPoints: 0 });
    expect(shared).toEqual([{ files: [PICTURE], text: `${TEXT} ${LINK}` }]);
  });

  it('shares text and link if the device cannot share files, or the picture is not drawn yet', async () => {
    const withoutPicture = { shared: [{ text: TEXT, url: LINK }], dialogs: 0 };
    expect(await press({ canShare: () => false })).toEqual(withoutPicture);
    expect(await press({ canShare: undefined as never })).toEqual(withoutPicture);
    expect(await press({}, null)).toEqual(withoutPicture);
  });

  it('opens the dialog if the device has no share sheet', async () => {
    expect(await press({ share: undefined as never, canShare: undefined as never })).toEqual({
      shared: [],
      dialogs: 1,
    });
  });

  it('does nothing when the user closes the share sheet', async () => {
    const { shared, dialogs } = await press({ share: failWith(new DOMException('closed', 'AbortError')) });
    expect([shared.length, dialogs]).toEqual([1, 0]);
  });

  it.each([
    ['NotAllowedError', new DOMException('no press', 'NotAllowedError')],
    ['DataError', new DOMException('too large', 'DataError')],
    ['TypeError', new TypeError('not supported')],
  ])('opens the dialog after a %s', async (_, error) => {
    const { dialogs } = await press({ share: failWith(error) });
    expect(dialogs).toBe(1);
  });
});
