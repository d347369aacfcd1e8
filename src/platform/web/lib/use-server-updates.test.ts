import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFields } from './use-server-updates.ts';

const text = fc.constantFrom('', 'a', 'b');
const form = fc.record({ name: text, bio: text });

test('updates untouched fields from the server and keeps touched fields', () => {
  fc.assert(
    fc.property(form, form, form, (values, base, latest) => {
      const next = { ...values };
      for (const name of changedFields(values, base, latest)) next[name] = latest[name];
      for (const name of ['name', 'bio'] as const) {
        const touched = values[name] !== base[name];
        expect(next[name]).toBe(touched ? values[name] : latest[name]);
      }
    }),
  );
});
