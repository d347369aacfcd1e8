/**
 * Every error that the API returns: code, status and the sentence for a person. Screens branch on `code`, which never
 * changes; the server may replace `detail` by a more specific sentence.
 */
export const ERRORS = {
  // Any endpoint
  invalid_input: { status: 422, detail: 'Please check the highlighted fields' },
  malformed_body: { status: 400, detail: "We couldn't read that request" },
  not_found: { status: 404, detail: 'Not found' },
  method_not_allowed: { status: 405, detail: 'This address does not take this method' },
  not_signed_in: { status: 401, detail: 'Please sign in' },
  forbidden: { status: 403, detail: "You don't have permission to do this" },
  headers_too_large: { status: 431, detail: 'The request headers are too large' },
  request_timeout: { status: 408, detail: 'The request took too long' },
  body_too_large: { status: 413, detail: 'The request is too large' },
  unsupported_media_type: { status: 415, detail: "We don't accept this content type" },
  too_many_requests: { status: 429, detail: 'Too many requests. Please wait a moment and try again.' },
  conflict: { status: 409, detail: 'Someone got there first. Please try again.' },
  overloaded: { status: 503, detail: "We're busy right now. Please try again in a moment." },
  unavailable: { status: 503, detail: "We can't reach part of Emberkin right now. Please try again in a moment." },
  storage_full: { status: 507, detail: "There's no space left to store this. Please try again later." },
  internal: { status: 500, detail: 'Something went wrong on our side. Please try again in a moment.' },
  // Accounts
  email_taken: { status: 400, detail: 'Email already registered' },
  /** Replaced by a sentence that says who to ask. */
  sign_up_closed: { status: 403, detail: 'Sign-up is closed here.' },
  wrong_credentials: { status: 401, detail: 'Invalid email or password' },
  account_suspended: {
    status: 403,
    detail: 'This account is suspended. If you think this is a mistake, please contact support.',
  },
  sso_failed: { status: 400, detail: "Signing in didn't work. Please try again." },
  wrong_admin_credentials: { status: 401, detail: 'Invalid username or password' },
  account_not_found: { status: 404, detail: "We can't find this account" },
  report_not_found: { status: 404, detail: 'Report not found' },
  report_resolved: { status: 400, detail: 'This report is already settled' },
  post_gone: { status: 400, detail: 'This post is no longer there' },
  already_suspended: { status: 400, detail: 'This account is already suspended' },
  not_suspended: { status: 400, detail: "This account isn't suspended" },
  api_access_needs_premium: { status: 403, detail: 'API access comes with PREMIUM. Upgrade to use API tokens.' },
  too_many_tokens: { status: 400, detail: 'You already have 20 API tokens. Revoke one you no longer use.' },
  token_not_accepted: { status: 403, detail: "API tokens can't make this call. It needs a signed-in session." },
  token_reads_only: { status: 403, detail: 'This API token can only read' },
  /** Replaced by a sentence that names the call's own way to be repeated, where it has one. */
  idempotency_key_unused: { status: 400, detail: 'This call takes no Idempotency-Key' },
  idempotency_key_reused: { status: 422, detail: 'This Idempotency-Key was used for another request' },
  webhook_not_found: { status: 404, detail: 'Webhook not found' },
  delivery_not_found: { status: 404, detail: 'Delivery not found' },
  webhook_limit: { status: 400, detail: 'You have 5 webhooks already. Remove one first.' },
  webhook_off: { status: 400, detail: 'This webhook is off. Turn it on first.' },
  too_many_deliveries: {
    status: 400,
    detail: 'Too many deliveries of this webhook are waiting. Try again once some got through.',
  },
  webhook_url_refused: { status: 422, detail: 'Use https and a public host' },
  checkin_key_not_found: { status: 404, detail: 'Check-in key not found' },
  key_unknown: { status: 404, detail: "This link isn't ours, or it was revoked" },
  invalid_verification_token: { status: 400, detail: 'This link is for another account, or it has expired' },
  already_verified: { status: 400, detail: 'This address is already confirmed' },
  email_not_verified: {
    status: 403,
    detail: 'Please confirm your email address first. The link is in the email we sent you.',
  },
  invalid_reset_token: { status: 400, detail: 'Invalid reset token' },
  unknown_timezone: { status: 422, detail: 'Please choose a timezone from the list' },
  avatar_too_large: { status: 413, detail: 'File size must be less than 10MB' },
  avatar_not_image: {
    status: 415,
    detail: 'Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF)',
  },
  image_too_many_pixels: {
    status: 413,
    detail: 'This image has too many pixels. Please choose one under 50 megapixels.',
  },
  image_unreadable: { status: 415, detail: "We couldn't read this image. Please try another one." },
  sign_in_again: { status: 403, detail: 'Please sign in again first.' },
  wrong_password: { status: 422, detail: "That password isn't right" },
  missions_to_hand_over: { status: 400, detail: 'Other people are in your missions. Hand those missions over first.' },
  push_device_limit: { status: 400, detail: 'Push is already on for 10 devices. Remove one of them first.' },
  // Missions
  mission_not_found: { status: 404, detail: 'Mission not found' },
  not_owner: { status: 403, detail: 'Only the owner of this mission can do this' },
  plan_limit: {
    status: 403,
    detail: 'Free plan allows maximum 5 active missions. Upgrade to PRO for unlimited missions.',
  },
  mission_completed: { status: 400, detail: 'This mission is already completed' },
  mission_not_ended: { status: 400, detail: 'A mission can be completed only after its end date' },
  member_not_found: { status: 404, detail: "This person isn't in the mission" },
  owner_cannot_leave: { status: 400, detail: 'Hand the mission over before you leave it' },
  already_owner: { status: 400, detail: 'This member already owns the mission' },
  mission_not_offered: { status: 400, detail: "This mission isn't offered to you" },
  cohost_limit: { status: 403, detail: 'Co-hosts come with PRO. Upgrade to let members edit and invite.' },
  reward_not_earned: { status: 400, detail: "This member hasn't earned a reward here" },
  round_not_ready: { status: 400, detail: 'The next round can start when this mission is completed' },
  round_exists: { status: 400, detail: 'The next round has already started' },
  schedule_fixed: { status: 400, detail: 'The schedule is fixed once someone has checked in' },
  start_in_past: { status: 422, detail: 'Start date cannot be before today' },
  mission_full: { status: 400, detail: 'This mission is full' },
  too_many_missions: { status: 400, detail: 'You are in 100 running missions already' },
  join_code_unknown: { status: 404, detail: 'Invalid invitation link or mission no longer active' },
  already_member: { status: 400, detail: 'You are already a member of this mission' },
  // Invitations
  invitation_not_found: { status: 404, detail: 'Invitation not found or has expired' },
  invitation_processed: { status: 400, detail: 'This invitation has already been processed' },
  invitation_pending: { status: 400, detail: 'An invitation to this address is already pending' },
  invitee_is_member: { status: 400, detail: 'This person is already a member' },
  invitation_to_self: { status: 400, detail: "You can't invite yourself" },
  // Reminders
  link_unknown: { status: 404, detail: "This link isn't ours, or it has expired" },
  link_used: { status: 400, detail: "You've already checked in with this link" },
  link_over: { status: 400, detail: 'This link was for another day' },
  // Check-ins
  already_checked_in: { status: 400, detail: 'You have already checked in today' },
  mission_not_started: { status: 400, detail: 'This mission has not started yet' },
  mission_ended: { status: 400, detail: 'This mission has ended' },
  checkin_too_old: { status: 400, detail: 'This check-in is too old to be recorded' },
  checkin_in_future: { status: 400, detail: 'This check-in is in the future' },
  yesterday_closed: { status: 400, detail: 'Yesterday can be checked in until noon' },
  yesterday_after_move: { status: 400, detail: 'After a change of timezone, yesterday stays closed for a day' },
  checkin_not_found: { status: 404, detail: 'Check-in not found' },
  not_author: { status: 403, detail: 'Only the author of this check-in can edit it' },
  edit_window_over: { status: 403, detail: 'Check-ins can be edited within 1 hour' },
  take_back_over: { status: 403, detail: 'Check-ins can be taken back within 1 hour' },
  since_too_old: {
    status: 410,
    detail: 'What was deleted is told for 30 days. Read the feed whole, and ask from then on.',
  },
  checkin_taken_back: { status: 400, detail: 'This check-in was taken back' },
  photo_too_large: { status: 413, detail: 'File size must be less than 15MB' },
  photo_not_image: {
    status: 415,
    detail: 'Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF, etc.)',
  },
  comment_not_found: { status: 404, detail: 'Comment not found' },
  // Safety and nudges
  user_not_found: { status: 404, detail: "You aren't in a mission with this person" },
  block_self: { status: 400, detail: "You can't block yourself" },
  already_reported: { status: 400, detail: "You've already reported this. The operator has it." },
  report_own: { status: 400, detail: "You can't report your own post" },
  hide_own: { status: 400, detail: "You can't hide your own check-in" },
  hidden_by_operator: { status: 400, detail: 'The operator of Emberkin has hidden this check-in' },
  nudge_self: { status: 400, detail: "You can't nudge yourself" },
  already_nudged: { status: 400, detail: 'You have already nudged this member today' },
  member_checked_in: { status: 400, detail: 'This member has already checked in today' },
  member_not_due: { status: 400, detail: 'Nothing is due for this member today' },
  // Breaks
  pause_in_past: { status: 422, detail: 'A break can begin yesterday at the earliest' },
  pause_overlaps: { status: 400, detail: 'You already have a break on these days' },
  pause_limit: { status: 400, detail: 'Breaks can take at most 42 days in any 365' },
  pause_over: { status: 400, detail: 'This break is over' },
  pause_not_found: { status: 404, detail: 'Break not found' },
  // Payments
  upgrades_off: { status: 400, detail: "Upgrades aren't available here yet" },
  payments_unavailable: {
    status: 503,
    detail: "We can't reach the payment provider right now. Please try again in a moment.",
  },
  payment_declined: {
    status: 400,
    detail: 'Your payment was declined. Please update your card and try again.',
  },
  payment_not_found: { status: 404, detail: 'Payment not found' },
  already_on_plan: { status: 400, detail: "You're already on this plan" },
  already_subscribed: { status: 400, detail: 'You already have a paid plan. You can switch it instead.' },
  no_subscription: { status: 400, detail: "You don't have a subscription" },
  event_not_verified: { status: 400, detail: "We couldn't verify this event" },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The body of every error response. `errors` lists all wrong fields of a 422; the other extras belong to one rule each.
 */
export interface ErrorBody {
  code: ErrorCode;
  detail: string;
  errors?: { path: string; message: string }[];
  mission_id?: string;
  /** The missions that prevent deleting an account. */
  missions?: { id: string; title: string }[];
}
