/** Joins class names and drops what is off. It merges nothing: parts must not speak about the same property. */
export const cx = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ');
