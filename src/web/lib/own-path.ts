/**
 * Whether `target` is a path of this site and nothing else: one slash, then no second one and no backslash, which
 * browsers read as one. Anything else in a `redirect` parameter could lead a visitor to a foreign page after login.
 */
export const isOwnPath = (target: string): boolean => /^\/(?![/\\])/.test(target) && !/[\u0000-\u001f\\]/.test(target);
