import { expect, it } from 'vitest';
import { habitName } from './own-habit.ts';

it("names a mission by the viewer's habit, or else by its title", () => {
  expect(habitName({ title: 'Our October', own_habit: 'Ten pages' })).toBe('Ten pages');
  expect(habitName({ title: 'Our October', own_habit: null })).toBe('Our October');
});
