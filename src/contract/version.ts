/** The version in the document: that of the newest entry of docs/api/changes.md. The first number never grows. */
export const API_VERSION = '1.36';
