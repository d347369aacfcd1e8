/** The document's version, from the newest entry in docs/api/changes.md. The first number never grows. */
export const API_VERSION = '1.37';
