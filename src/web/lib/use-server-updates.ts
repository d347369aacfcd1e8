import { useEffect, useRef } from 'react';
import type { Form } from './form.ts';

/** The fields that show what `base` had and for which `latest` has something else. */
export function changedFields<V extends Record<string, unknown>>(values: V, base: V, latest: V): (keyof V & string)[] {
  return Object.keys(latest).filter((name) => values[name] === base[name] && latest[name] !== base[name]);
}

/**
 * A form that opened with what this device last knew, or while somebody else edits the same, takes over what the server
 * says now in every field that nobody touched. What is typed stays.
 */
export function useServerUpdates<V extends Record<string, string>>(
  form: Pick<Form<V>, 'values' | 'set'>,
  latest: V,
): void {
  const base = useRef(latest);
  useEffect(() => {
    for (const name of changedFields(form.values, base.current, latest)) form.set(name, latest[name]!);
    base.current = latest;
  });
}
