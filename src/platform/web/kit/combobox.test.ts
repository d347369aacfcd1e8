import { expect, it } from 'vitest';
import { filterOptions } from './combobox.tsx';

const OPTIONS = [
  '(UTC+08:00) Asia/Kuala Lumpur',
  '(UTC+08:00) Asia/Ujung_Pandang',
  '(UTC-03:00) America/Sao Paulo',
].map((label) => ({ value: label, label }));
const found = (typed: string) => filterOptions(OPTIONS, typed).map((option) => option.label);

it('returns every option if only spaces or nothing is typed', () => {
  expect(found('')).toHaveLength(3);
  expect(found('  ')).toHaveLength(3);
});

it('matches words in any order, in any case and in the middle of a word', () => {
  expect(found('lum asia')).toEqual(['(UTC+08:00) Asia/Kuala Lumpur']);
  expect(found('SAO')).toEqual(['(UTC-03:00) America/Sao Paulo']);
});

it('treats slashes and underscores as spaces on both sides', () => {
  expect(found('asia/ujung pandang')).toEqual(['(UTC+08:00) Asia/Ujung_Pandang']);
  expect(found('ujung_pandang')).toEqual(['(UTC+08:00) Asia/Ujung_Pandang']);
});

it('finds zones by their offset', () => {
  expect(found('+08')).toHaveLength(2);
});

it('returns nothing if a word occurs nowhere', () => {
  expect(found('asia atlantis')).toEqual([]);
});
