import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIGURE, FIRE_X, FREE_SEAT } from './fire-paths.ts';
import { firePicture } from './fire-picture.ts';
import { groupOf, type SceneMember } from './fire-scene.ts';
import { CLOTH_NAMES, CUT_NAMES, HAT_NAMES } from './looks.ts';

const look = fc.record({
  cloth: fc.constantFrom(...CLOTH_NAMES),
  hat: fc.constantFrom(...HAT_NAMES),
  cut: fc.constantFrom(...CUT_NAMES),
});
const person = fc.record({
  user_id: fc.uuid(),
  name: fc.stringMatching(/^[A-Z][a-z]{3,12} [A-Z][a-z]{3,12}$/),
  avatar_url: fc.webUrl(),
  look,
  is_in: fc.boolean(),
  is_due: fc.boolean(),
});
/** At least three members; the first is the viewer. */
const group = fc.uniqueArray(person, { minLength: 3, maxLength: 30, selector: ({ user_id }) => user_id });

const draw = (members: readonly SceneMember[], all = false) => firePicture(groupOf(members, members[0]!.user_id), all);
const count = (members: readonly SceneMember[], d: string) =>
  draw(members).shapes.filter((shape) => shape.d === d).length;
const isOut = ({ is_in, is_due }: SceneMember) => !is_in && is_due;

describe("a group's picture", () => {
  it('contains no name, ID or address of a member', () => {
    fc.assert(
      fc.property(group, fc.boolean(), (members, all) => {
        const drawn = JSON.stringify(draw(members, all));
        for (const { user_id, name, avatar_url } of members)
          for (const text of [user_id, name, ...name.split(' '), avatar_url]) expect(drawn).not.toContain(text);
      }),
    );
  });

  it('is the same when two other members swap their states', () => {
    fc.assert(
      fc.property(group, fc.nat(), fc.nat(), fc.boolean(), (members, first, second, all) => {
        const others = members.length - 1;
        const [one, two] = [1 + (first % others), 1 + (second % others)];
        const stateOf = ({ is_in, is_due }: SceneMember) => ({ is_in, is_due });
        const swapped = members.map((member, at) => {
          if (at === one) return { ...member, ...stateOf(members[two]!) };
          return at === two ? { ...member, ...stateOf(members[one]!) } : member;
        });
        expect(draw(swapped, all)).toEqual(draw(members, all));
      }),
    );
  });

  it('is the same for other people with other looks', () => {
    fc.assert(
      fc.property(group, fc.array(look, { minLength: 30, maxLength: 30 }), (members, looks) => {
        const others = members.map((member, at) => (at === 0 ? member : { ...member, look: looks[at]! }));
        expect(draw(others)).toEqual(draw(members));
      }),
    );
  });

  it('has up to 8 seats, for people who are in before kept places, and counts the rest', () => {
    fc.assert(
      fc.property(group, (members) => {
        const [me] = members;
        const isOwnFree = !me!.is_in && !me!.is_due;
        const inside = members.filter(({ is_in }) => is_in).length + Number(isOwnFree);
        const out = members.filter(isOut).length;
        const figures = Math.min(8, inside);
        const places = Math.min(8 - figures, out);
        expect(count(members, FIGURE.face)).toBe(figures);
        expect(count(members, FREE_SEAT[0]!.d)).toBe(places);
        expect(draw(members).more).toBe(inside + out - figures - places);
      }),
    );
  });

  it("starts with the viewer's own doll at the left, unless the viewer's place is kept", () => {
    fc.assert(
      fc.property(group, (members) => {
        const [me] = members;
        const own = { ...me!.look, cut: 'poncho', cloth: 'rose-zigzag' } as const;
        const { shapes } = draw([{ ...me!, look: own }, ...members.slice(1)]);
        // No anonymous figure wears a pattern.
        const thread = shapes.find(({ stroke, width }) => stroke === '#A51C52' && width === 4.5);
        expect(thread !== undefined).toBe(!isOut(me!));
        if (thread) expect(thread.transform![0]).toBeLessThan(FIRE_X);
      }),
    );
  });

  it('draws plain shapes: no sleeping figure, gradient, filter or picture', () => {
    fc.assert(
      fc.property(group, fc.boolean(), (members, all) => {
        for (const { d, fill, stroke, opacity = 1 } of draw(members, all).shapes) {
          expect(d).toMatch(/^[MmLlHhVvCcQqTtSsAaZz\d .,e-]+$/);
          for (const color of [fill, stroke]) if (color) expect(color).toMatch(/^#[\dA-F]{6}$/);
          expect([fill, stroke].filter(Boolean)).toHaveLength(1);
          expect(opacity).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('joins the stars when everyone is in', () => {
    const member = { avatar_url: null, look: { cloth: 'pine', hat: 'leaf', cut: 'cape' }, is_due: false } as const;
    const members = ['a', 'b', 'c'].map((user_id) => ({ ...member, user_id, name: 'Ana', is_in: true }));
    const hasLine = (all: boolean) => draw(members, all).shapes.some(({ dashes }) => dashes?.join() === '7,7');
    expect([hasLine(true), hasLine(false)]).toEqual([true, false]);
  });
});
