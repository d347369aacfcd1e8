/** The name that a deleted account is stored and answered under; screens say it in their language (docs/decisions/0017). */
export const DELETED_NAME = 'Deleted user';
