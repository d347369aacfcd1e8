/** The key of the access token in browser storage. Older tabs read it too, so it does not change. */
export const TOKEN_KEY = 'token';

/** The access token of this browser's session, for code that works without React too. */
export const getToken = (): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(TOKEN_KEY);
