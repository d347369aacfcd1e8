import { expect, it } from 'vitest';
import { filterOptions } from './combobox.tsx';

const OPTIONS = [
  '(UTC+08:00) Asia/Kuala Lumpur',
  '(UTC+08:00) Asia/Ujung_Pandang',
  '(UTC-03:00) America/Sao Paulo',
].map((label) => ({ value: label, label }));
const found = (typed: string) => filterOptions(OPTIONS, typed).map((option) => option.label);

it('Nothing typed, or only spaces, leaves every option.', () => {
  expect(found('')).toHaveLength(3);
  expect(found('  ')).toHaveLength(3);
});

it('Words match in any order, in any case and in the middle of a word.', () => {
  expect(found('lum asia')).toEqual(['(UTC+08:00) Asia/Kuala Lumpur']);
  expect(found('SAO')).toEqual(['(UTC-03:00) America/Sao Paulo']);
});

it('Slashes and underscores count as spaces on both sides.', () => {
  expect(found('asia/ujung pandang')).toEqual(['(UTC+08:00) Asia/Ujung_Pandang']);
  expect(found('ujung_pandang')).toEqual(['(UTC+08:00) Asia/Ujung_Pandang']);
});

it('An offset finds its zones.', () => {
  expect(found('+08')).toHaveLength(2);
});

it('A word that occurs nowhere leaves nothing.', () => {
  expect(found('asia atlantis')).toEqual([]);
});
