import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { SceneMember } from '#domain/fire-scene.ts';
import { lookOf } from '#domain/looks.ts';
import { FireScene } from './fire-scene.tsx';

type State = 'in' | 'out' | 'free';
const NAMES = ['Aisyah', 'Mei Ling', 'Farid', 'Sam', 'Kim', 'Oluwaseun', 'Lena', 'Raj', 'Nadia', 'Dev', 'Jun', 'Mum'];
const people = (...states: State[]): SceneMember[] =>
  states.map((state, at) => ({
    user_id: `u${at}`,
    name: NAMES[at % NAMES.length]!,
    avatar_url: null,
    look: lookOf(`u${at}`),
    is_in: state === 'in',
    is_due: state === 'out',
  }));
const draw = (members: SceneMember[]) =>
  renderToStaticMarkup(<FireScene members={members} meId="u0" all={members.every(({ is_due }) => !is_due)} />);
const many = (count: number, state: State) => people(...Array.from({ length: count }, () => state));
const textOf = (members: SceneMember[]) => draw(members).match(/aria-label="([^"]*)"/)![1];

it('draws at most 130 nodes for any number of members in any state', () => {
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 500])
    for (const state of ['in', 'out', 'free'] as const) {
      const nodes = draw(many(count, state)).match(/<[a-zA-Z]/g)!.length;
      expect(nodes, `${count} members who are ${state}`).toBeLessThanOrEqual(130);
    }
});

it('names who is by the fire, who is not there yet, and whose day is free', () => {
  expect(textOf(people('in', 'in', 'out', 'free', 'out'))).toBe(
    'By the fire: You, Mei Ling. Not yet: Farid, Kim. No check-in needed: Sam.',
  );
  expect(textOf(people('out', 'out'))).toBe('Nobody by the fire yet. Not yet: You, Mei Ling.');
  expect(textOf(many(12, 'in'))).toBe('By the fire: You, Mei Ling, Farid, Sam, Kim, Oluwaseun, Lena, Raj. And 4 more.');
});

it('marks each seat with its member and state, and counts the other members on the moon', () => {
  const drawn = draw(people('in', 'out', 'free'));
  expect(
    [...drawn.matchAll(/data-seat="(\w+)" data-user="(\w+)"/g)].map(([, seat, user]) => `${user} ${seat}`).sort(),
  ).toEqual(['u0 in', 'u1 out', 'u2 free']);
  const crowd = draw(people(...Array.from({ length: 10 }, (): State => 'in'), 'out'));
  expect(crowd).toContain('>+3<');
  expect(crowd).toContain('>2 in<');
});
