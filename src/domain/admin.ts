/** What the operator does that is written down for good (Decisions 7). */
export const AUDIT_ACTIONS = [
  'login',
  'mission_deleted',
  'user_suspended',
  'user_reinstated',
  'report_hidden',
  'report_dismissed',
  'list_exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
