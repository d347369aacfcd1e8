/**
 * Every error that the API returns: code and status. Screens branch on `code`, which never changes; its sentence for a
 * person is `errors.<code>` of the catalogues, or a more exact one of `errors.exact`.
 */
export const ERRORS = {
  // Any endpoint
  invalid_input: 422,
  malformed_body: 400,
  not_found: 404,
  method_not_allowed: 405,
  not_signed_in: 401,
  forbidden: 403,
  headers_too_large: 431,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  conflict: 409,
  overloaded: 503,
  unavailable: 503,
  storage_full: 507,
  internal: 500,
  // Accounts
  email_taken: 400,
  sign_up_closed: 403,
  passwords_off: 403,
  wrong_credentials: 401,
  account_suspended: 403,
  sso_failed: 400,
  wrong_admin_credentials: 401,
  account_not_found: 404,
  report_not_found: 404,
  report_resolved: 400,
  post_gone: 400,
  already_suspended: 400,
  not_suspended: 400,
  api_access_needs_premium: 403,
  too_many_tokens: 400,
  token_not_accepted: 403,
  token_reads_only: 403,
  idempotency_key_unused: 400,
  idempotency_key_reused: 422,
  webhook_not_found: 404,
  delivery_not_found: 404,
  webhook_limit: 400,
  webhook_off: 400,
  too_many_deliveries: 400,
  webhook_url_refused: 422,
  checkin_key_not_found: 404,
  key_unknown: 404,
  invalid_verification_token: 400,
  already_verified: 400,
  email_not_verified: 403,
  invalid_reset_token: 400,
  unknown_timezone: 422,
  avatar_too_large: 413,
  avatar_not_image: 415,
  image_too_many_pixels: 413,
  image_unreadable: 415,
  sign_in_again: 403,
  wrong_password: 422,
  missions_to_hand_over: 400,
  push_device_limit: 400,
  // Missions
  mission_not_found: 404,
  not_owner: 403,
  plan_limit: 403,
  mission_completed: 400,
  mission_not_ended: 400,
  member_not_found: 404,
  owner_cannot_leave: 400,
  already_owner: 400,
  mission_not_offered: 400,
  cohost_limit: 403,
  reward_not_earned: 400,
  round_not_ready: 400,
  round_exists: 400,
  schedule_fixed: 400,
  start_in_past: 422,
  mission_full: 400,
  too_many_missions: 400,
  join_code_unknown: 404,
  already_member: 400,
  // Invitations
  invitation_not_found: 404,
  invitation_processed: 400,
  invitation_pending: 400,
  invitee_is_member: 400,
  invitation_to_self: 400,
  // Reminders
  link_unknown: 404,
  link_used: 400,
  link_over: 400,
  // Check-ins
  already_checked_in: 400,
  mission_not_started: 400,
  mission_ended: 400,
  checkin_too_old: 400,
  checkin_in_future: 400,
  yesterday_closed: 400,
  yesterday_after_move: 400,
  checkin_not_found: 404,
  not_author: 403,
  edit_window_over: 403,
  take_back_over: 403,
  since_too_old: 410,
  checkin_taken_back: 400,
  photo_too_large: 413,
  photo_not_image: 415,
  comment_not_found: 404,
  // Safety and nudges
  user_not_found: 404,
  block_self: 400,
  already_reported: 400,
  report_own: 400,
  hide_own: 400,
  hidden_by_operator: 400,
  nudge_self: 400,
  already_nudged: 400,
  member_checked_in: 400,
  member_not_due: 400,
  // Breaks
  pause_in_past: 422,
  pause_overlaps: 400,
  pause_limit: 400,
  pause_over: 400,
  pause_not_found: 404,
  // Payments
  upgrades_off: 400,
  payments_unavailable: 503,
  payment_declined: 400,
  payment_not_found: 404,
  already_on_plan: 400,
  already_subscribed: 400,
  no_subscription: 400,
  event_not_verified: 400,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * What screens read of the body of every error response. `errors` lists all wrong fields of a 422; the other extras belong to one rule each.
 */
export interface ErrorBody {
  code: ErrorCode;
  detail: string;
  errors?: { path: string; message: string }[];
  mission_id?: string;
  /** The missions that prevent deleting an account. */
  missions?: { id: string; title: string }[];
}

/** The body of every error response: `ErrorBody` with the members that RFC 9457 has for problems. */
export interface ProblemBody extends ErrorBody {
  /** A path of the same server that leads to the documentation; the same for every answer with this code. */
  type: string;
  /** The sentence of the code, without what is particular to this answer. */
  title: string;
  /** The HTTP status. */
  status: number;
}
