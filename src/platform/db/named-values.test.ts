import { describe, expect, it } from 'vitest';
import { namedValues } from './named-values.ts';

describe('namedValues', () => {
  it('numbers the names in order of first use, and gives a repeated name one number', () => {
    const statement = namedValues('update t set a = :new_a, b = :b2 where a <> :new_a and id = :id');
    expect(statement({ id: 7, b2: null, new_a: 'x' })).toEqual([
      'update t set a = $1, b = $2 where a <> $1 and id = $3',
      ['x', null, 7],
    ]);
  });

  it('leaves casts unchanged, including the casts of named values', () => {
    const [sql] = namedValues(`select now()::date, :day::date, (:ids)::uuid[], '{}'::jsonb`)({ day: '', ids: [] });
    expect(sql).toBe(`select now()::date, $1::date, ($2)::uuid[], '{}'::jsonb`);
  });

  it('distinguishes a name from a longer name with the same start', () => {
    const [sql, values] = namedValues('select :user, :user_id')({ user: 1, user_id: 2 });
    expect([sql, values]).toEqual(['select $1, $2', [1, 2]]);
  });

  it('drops values that the statement does not name', () => {
    expect(namedValues('select :a')({ a: 1, b: 2 })[1]).toEqual([1]);
  });

  it('returns the same text each time, so a connection prepares it once', () => {
    const statement = namedValues('select :a');
    expect(statement({ a: 1 })[0]).toBe(statement({ a: 2 })[0]);
  });

  it.each([
    ['missing', {}],
    ['undefined', { user_id: undefined }],
  ])('throws with the name of a value that is %s', (_, values) => {
    expect(() => namedValues('select :user_id')(values)).toThrow('The statement needs a value for :user_id.');
  });
});
