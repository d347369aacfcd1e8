import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFields } from './use-server-updates.ts';

const text = fc.constantFrom('', 'a', 'b');
const form = fc.record({ name: text, bio: text });

test('only what nobody touched follows, and then nothing untouched is behind', () => {
  fc.assert(
    fc.property(form, form, form, (values, base, fresh) => {
      const next = { ...values };
      for (const name of changedFields(values, base, fresh)) next[name] = fresh[name];
      for (const name of ['name', 'bio'] as const) {
        const touched = values[name] !== base[name];
        expect(next[name]).toBe(touched ? values[name] : fresh[name]);
      }
    }),
  );
});
