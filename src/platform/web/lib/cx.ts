/** Joins class names and drops empty names. It resolves no conflicts: two parts must not set the same property. */
export const cx = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ');
