declare const right: unique symbol;

/**
 * A value that a user has a right to, such as a mission of its `owner`. Only a check in an `access.ts` creates such a
 * value, so code that takes it cannot run unchecked.
 */
export type Authorized<T, R extends string> = T & { readonly [right]: R };
