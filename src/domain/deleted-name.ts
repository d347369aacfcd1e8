/** The name that a deleted account has in the database and the API. Screens translate it (docs/decisions/0017). */
export const DELETED_NAME = 'Deleted user';
