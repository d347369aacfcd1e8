import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_SIZE, type Label, labelsOf, SCENE_WIDTH, type SceneMember, seatsOf, starsOf } from './fire-scene.ts';
import { CLOTH_NAMES, CUT_NAMES, HAT_NAMES, lookOf } from './looks.ts';

const name = fc.oneof(
  fc.constantFrom(
    'Ana',
    'Mei Ling',
    'Oluwaseun',
    'WWWWWWWW',
    'Maximilian',
    'iiiiiiii',
    'Søren',
    'محمد',
    '王小明王小明王小明',
    '🔥🔥🔥🔥🔥🔥🔥🔥🔥',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
);
const look = fc.record({
  cloth: fc.constantFrom(...CLOTH_NAMES),
  hat: fc.constantFrom(...HAT_NAMES),
  cut: fc.constantFrom(...CUT_NAMES),
});
const person = fc.record({
  user_id: fc.uuid(),
  name,
  avatar_url: fc.constant(null),
  look,
  is_in: fc.boolean(),
  is_due: fc.boolean(),
});
const people = fc
  .uniqueArray(person, { minLength: 1, maxLength: 30, selector: ({ user_id }) => user_id })
  .chain((members) => fc.tuple(fc.constant(members), fc.nat(members.length - 1)));
const scene = people.map(([members, me]) => ({ members: members as SceneMember[], meId: members[me]!.user_id }));

const boxOf = ({ x, y, width }: Label) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - 0.8 * LABEL_SIZE,
  bottom: y + 0.3 * LABEL_SIZE,
});

describe('the seats around the fire', () => {
  it('seats up to 8 members including the viewer, and counts the rest', () => {
    fc.assert(
      fc.property(scene, ({ members, meId }) => {
        const { seats, more } = seatsOf(members, meId);
        expect(seats).toHaveLength(Math.min(8, members.length));
        expect(seats[0]!.user_id).toBe(meId);
        expect(new Set(seats.map(({ user_id }) => user_id)).size).toBe(seats.length);
        const inState = (state: string) => seats.filter((seat) => seat.state === state).length;
        expect(inState('in') + inState('out') + inState('free') + more.count).toBe(members.length);
        expect(inState('in') + more.is_in).toBe(members.filter(({ is_in }) => is_in).length);
      }),
    );
  });

  it('moves nobody when someone checks in, has a free day or undoes a check-in', () => {
    fc.assert(
      fc.property(scene, fc.nat(29), fc.boolean(), fc.boolean(), ({ members, meId }, at, is_in, is_due) => {
        const changed = members.map((member, i) => (i === at ? { ...member, is_in, is_due } : member));
        const seatPositions = (list: readonly SceneMember[]) =>
          seatsOf(list, meId).seats.map(({ state: _, ...place }) => place);
        expect(seatPositions(changed)).toEqual(seatPositions(members));
      }),
    );
  });

  it('avoids equal cloths next to each other if another cloth is waiting', () => {
    fc.assert(
      fc.property(scene, ({ members, meId }) => {
        const { seats } = seatsOf(members, meId);
        const clothOf = (at: number) => members.find((m) => m.user_id === seats[at]!.user_id)!.look.cloth;
        for (let at = 2; at < seats.length; at++)
          if (clothOf(at) === clothOf(at - 2))
            for (let later = at + 1; later < seats.length; later++)
              expect([clothOf(at - 1), clothOf(at - 2)]).toContain(clothOf(later));
      }),
    );
  });

  it('shows someone with a free day as neither in nor out', () => {
    const member = { user_id: 'u', name: 'Kim', avatar_url: null, look: lookOf('u') };
    const stateOf = (is_in: boolean, is_due: boolean) => seatsOf([{ ...member, is_in, is_due }], 'u').seats[0]!.state;
    expect([stateOf(true, false), stateOf(false, true), stateOf(false, false)]).toEqual(['in', 'out', 'free']);
  });
});

describe('the names of members who are out', () => {
  it('stay inside the picture, do not overlap and have at most 8 characters', () => {
    fc.assert(
      fc.property(scene, ({ members, meId }) => {
        const { seats } = seatsOf(members, meId);
        const labels = labelsOf(seats, meId, 'You');
        expect(labels).toHaveLength(seats.filter(({ state }) => state === 'out').length);
        const boxes = labels.map(boxOf);
        for (const { left, right, top, bottom } of boxes) {
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(SCENE_WIDTH);
          expect(bottom).toBeLessThanOrEqual(380);
        }
        for (const [at, one] of boxes.entries())
          for (const other of boxes.slice(at + 1)) {
            const isApart =
              one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
            expect(isApart).toBe(true);
          }
        for (const { text } of labels) expect([...text].length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('shorten a long name with three dots and show You for the viewer', () => {
    const out = { avatar_url: null, look: lookOf('u'), is_in: false, is_due: true };
    const members = [
      { ...out, user_id: 'a', name: 'Aisyah Rahman' },
      { ...out, user_id: 'b', name: 'Oluwaseun' },
      { ...out, user_id: 'c', name: 'Mei Ling' },
    ];
    const labels = labelsOf(seatsOf(members, 'a').seats, 'a', 'You');
    expect(labels.map(({ text }) => text)).toEqual(['You', 'Oluwase…', 'Mei Ling']);
    expect(labels.map(({ is_own }) => is_own)).toEqual([true, false, false]);
  });
});

it('the constellation has a star over each figure, from left to right', () => {
  fc.assert(
    fc.property(scene, ({ members, meId }) => {
      const { seats } = seatsOf(members, meId);
      const stars = starsOf(seats);
      expect(stars.map(([x]) => x)).toEqual(seats.map(({ x }) => x).sort((a, b) => a - b));
      for (const [, y] of stars) expect(y).toBeGreaterThan(20);
    }),
  );
});
