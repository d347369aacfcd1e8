export const AUDIT_ACTIONS = [
  'login',
  'login_failed',
  'mission_deleted',
  'user_suspended',
  'user_reinstated',
  'report_hidden',
  'report_dismissed',
  'list_exported',
  'user_created',
  'reset_link_created',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
