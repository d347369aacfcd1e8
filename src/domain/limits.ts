/**
 * Every length, size and count that server and web share; retention times are in retention.ts. They feed the schemas,
 * `maxLength`, the counters under fields and the checks of the database. Lengths are in code points, as in PostgreSQL.
 * A field's `maxLength` counts UTF-16 units, so it might stop earlier, but never later.
 */

export const NAME_MAX = 100;
export const BIO_MAX = 500;
/** The length of a language tag, such as `zh-Hans` (BCP 47). */
export const LANGUAGE_TAG_MAX = 35;
export const LOCATION_MAX = 100;
export const PASSWORD_MIN = 6;
/** The operator's password in production. */
export const ADMIN_PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

export const TITLE_MAX = 100;
export const GOAL_MAX = 200;
export const REWARD_MAX = 200;
/** The description's HTML after sanitizing. */
export const DESCRIPTION_MAX = 20_000;
export const DURATION_MIN = 1;
export const DURATION_MAX = 365;
export const LEVEL_GOAL_MIN = 1;
export const LEVEL_GOAL_MAX = 50;
export const STREAK_GOAL_MIN = 1;
export const STREAK_GOAL_MAX = 365;
export const SUGGESTED_POINTS_PER_DAY = 15;

export const FREE_ACTIVE_MISSIONS = 5;
/** Running missions per person, created or joined, on every plan. */
export const RUNNING_MISSIONS_MAX = 100;
export const PRO_COHOSTS_MAX = 3;
/** Days that a plan continues after a failed or unreported renewal. */
export const PAYMENT_GRACE_DAYS = 7;
export const MISSION_MEMBERS_MAX = 500;
/** Members that a public preview shows as figures. */
export const PREVIEW_FACES_MAX = 5;
/** Days after its end when a mission completes automatically. */
export const COMPLETE_AFTER_DAYS = 7;
/** Completed missions shown before 'and N more', and the most in one response. */
export const HISTORY_SHOWN = 6;
export const HISTORY_MAX = 50;
export const RECENTLY_COMPLETED = 3;
/** People and check-ins on the dashboard of someone who has checked in everywhere. */
export const TODAY_STILL_OUT = 10;
export const TODAY_CHECKINS_MAX = 6;

export const CHECKIN_CONTENT_MAX = 2000;
/** What a mission counts: its unit, an amount (also the largest of a day) and a road of all members. */
export const UNIT_MAX = 20;
export const AMOUNT_MIN = 0.01;
export const AMOUNT_MAX = 1_000_000;
export const ROAD_LENGTH_MIN = 1;
export const ROAD_LENGTH_MAX = 100_000_000;
export const ROAD_NAME_MAX = 60;
/** Code points of the ID that an address with a check-in key contains for an amount. */
export const KEY_ID_MAX = 100;
/** How long a former member can still block the mission's people and report its check-ins. */
export const BLOCK_AFTER_DAYS = 90;
export const REPORT_AFTER_DAYS = 30;
export const REASON_MAX = 500;
export const COMMENT_MAX = 1000;
export const MENTIONS_MAX = 20;
/** Comments shown under a check-in before the rest is loaded, and comments per page. */
export const COMMENTS_SHOWN = 2;
export const COMMENTS_PAGE = 50;
/** People named per reaction type in a row of the feed, newest first; `GET /reactions` names more. */
export const REACTORS_IN_FEED = 5;
export const CHECKINS_PAGE = 10;
export const CHECKINS_PAGE_MAX = 50;
/** Missions per page of the list for programs. */
export const MISSIONS_PAGE = 50;
export const MISSIONS_PAGE_MAX = 100;
/** The oldest offline check-in, and the largest lead of a device's clock. */
export const OFFLINE_MAX_HOURS = 48;
export const FUTURE_SLACK_SECONDS = 60;
/** A check-in sent this soon after it was made and this long in transit was only on a slow network. */
export const SENT_AT_ONCE_SECONDS = 2;
export const SLOW_NETWORK_MINUTES = 5;
/** The hour of the user's day until which yesterday can be checked in. Texts call it `noon`. */
export const YESTERDAY_UNTIL_HOUR = 12;

/** Check-ins per day of the user that earn points. */
export const EARNING_CHECKINS_A_DAY = 10;
/** The age from which a mission's points survive its deletion. */
export const POINTS_LASTING_HOURS = 24;

export const CHECKIN_EDIT_MINUTES = 60;

export const REST_DAYS_MAX = 2;
/** A streak earns one rest day per this number of days. */
export const REST_DAY_EVERY = 7;
/** The longest pause, and the limit of paused days within any 365 days in a row. */
export const PAUSE_DAYS_MAX = 21;
export const PAUSE_DAYS_A_YEAR = 42;
/** How many days ahead a pause can start. */
export const PAUSE_AHEAD_DAYS = 365;
/** Undone or hidden check-ins in one response to programs that store a feed. */
export const DELETIONS_PAGE = 1000;
export const LEDGER_DAYS = 90;
/** Days in a row that a streak survives while no mission requires any: six weeks, whatever the dates of joining. */
export const IDLE_DAYS_MAX = 42;
/** How many zone changes can excuse days within `EXCUSING_WINDOW_DAYS` times 24 hours. */
export const EXCUSING_CHANGES_MAX = 2;
export const EXCUSING_WINDOW_DAYS = 7;

export const INVITATION_MESSAGE_MAX = 500;
export const INVITATION_DAYS = 14;
/** Invitations by email per sender in 24 hours, and invitations to one address for one mission. */
export const INVITATIONS_A_DAY_FREE = 20;
export const INVITATIONS_A_DAY_PAID = 100;
export const INVITATIONS_A_DAY_TO_ADDRESS = 2;
/**
 * Invitation emails to one address, over all senders and missions. Beyond them, an invitation is created without an
 * email.
 */
export const INVITATION_MAILS_A_DAY = 3;
export const INVITATION_MAILS_A_WEEK = 10;
/** How long invitation emails are counted, as keyed hashes of their addresses. */
export const INVITATION_MAIL_DAYS = 7;
/** Without 0, 1, I, L, O and U, which are easily confused in speech and handwriting. */
export const INVITATION_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const INVITATION_CODE_LENGTH = 10;

export const AVATAR_BYTES_MAX = 10 * 1024 * 1024;
/** A file of days from another tracker, what its ZIP can inflate to, and how many entries the ZIP can have. */
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;
export const IMPORT_INFLATED_MAX = 50 * 1024 * 1024;
export const IMPORT_ENTRIES_MAX = 1000;
/** Limits while a file is read: its habits, the rows of a table, and the characters and cells of a row. */
export const IMPORT_READ_HABITS_MAX = 1000;
export const IMPORT_ROWS_MAX = 200_000;
export const IMPORT_ROW_LENGTH_MAX = 100_000;
export const IMPORT_CELLS_MAX = 1000;
/** Habits and days that one person can bring from other trackers. */
export const IMPORT_HABITS_MAX = 100;
export const IMPORT_DAYS_MAX = 100_000;
export const IMPORT_HABIT_MAX = 100;
export const IMPORT_UNIT_MAX = 20;
export const IMPORT_AMOUNT_MAX = 1_000_000_000;
/** Habits of a file that the response names as left out. */
export const LEFT_OUT_MAX = 100;
export const PHOTO_BYTES_MAX = 15 * 1024 * 1024;
/** Photos of check-ins, edits included, that one person can upload within 24 hours. */
export const PHOTOS_A_DAY = 60;

export const NOTIFICATIONS_SHOWN = 50;
export const UNREAD_CHECKINS_COUNTED = 100;

export const LIST_MAX = 100;
export const LIST_DEFAULT = 50;
/** Pages of an operator's list that can be requested, and the most rows in its CSV. */
export const LIST_PAGES_MAX = 10_000;
export const EXPORT_ROWS_MAX = 10_000;
export const SEARCH_MAX = 100;
export const CHART_DAYS = 90;

export const VERIFICATION_DAYS = 7;
export const RESET_HOURS = 1;
/** The link for the first password of an account that the operator created. */
export const FIRST_PASSWORD_DAYS = 7;
export const SESSION_IDLE_DAYS = 30;
export const SESSION_MAX_DAYS = 90;
export const SESSIONS_PER_USER = 20;
/** How long a network and a device count as known after a sign-in. */
export const KNOWN_SIGN_IN_DAYS = 90;
/** Wrong passwords for one account, after which unknown networks get one attempt a second. */
export const WRONG_PASSWORDS_PER_HOUR = 50;
/** How long a sign-in at the provider can take, and how long its result can open a session. */
export const SIGN_ON_MINUTES = 10;
export const SIGN_ON_OFFER_SECONDS = 60;
/** How old a session can be to confirm an action of an account without a password. */
export const RECENT_SESSION_MINUTES = 10;
export const ADMIN_IDLE_MINUTES = 30;
export const ADMIN_MAX_HOURS = 8;

/**
 * The range of the insights: weeks and months of the trend, days of the free preview, and the most missions and
 * streaks.
 */
export const INSIGHT_WEEKS = 12;
export const INSIGHT_MONTHS = 12;
export const PREVIEW_DAYS = 14;
export const INSIGHT_MISSIONS_MAX = 50;
export const INSIGHT_RUNS_MAX = 20;
export const HEALTH_MISSIONS_MAX = 10;
/** Members named per level in a mission's health. */
export const HEALTH_NAMES_MAX = 10;

export const API_TOKENS_PER_USER = 20;
export const API_TOKEN_NAME_MAX = 60;
export const API_TOKEN_DAYS_MAX = 365;
export const API_TOKEN_RATE = 120;

export const WEBHOOKS_PER_USER = 5;
export const WEBHOOK_URL_MAX = 500;
export const WEBHOOK_DESCRIPTION_MAX = 120;
export const WEBHOOK_PENDING_MAX = 500;
/** Concurrent deliveries of one user per process. */
export const WEBHOOK_IN_FLIGHT_MAX = 2;
/** Concurrent requests to one host per process. */
export const WEBHOOK_HOST_REQUESTS_MAX = 16;
/** Timeouts for the first attempt at a delivery and for later attempts. */
export const WEBHOOK_FIRST_TRY_SECONDS = 3;
export const WEBHOOK_TRY_SECONDS = 10;
/** A delivery whose next attempt is overdue by more than this has lost its job and gets a new one. */
export const WEBHOOK_LATE_MINUTES = 5;
export const WEBHOOK_DELIVERIES_SHOWN = 50;
/** Hours for which the previous secret still signs. */
export const WEBHOOK_ROTATION_HOURS = 24;
/** Attempts of a delivery; with the queue's delays they span three days. */
export const WEBHOOK_TRIES = 21;
/** A streak of this many days is at risk from this hour of the user's day. */
export const STREAK_RISK_HOUR = 20;
export const STREAK_RISK_DAYS = 2;

export const CHECKIN_KEY_NAME_MAX = 60;

export const PATH_PARAMETER_MAX = 100;

export const IDEMPOTENCY_HOURS = 24;

export const PUSH_DEVICES_MAX = 10;
export const PUSH_ENDPOINT_MAX = 1000;
/** Concurrent push requests per process. */
export const PUSHES_AT_ONCE = 12;
export const DEVICE_NAME_MAX = 60;

export const REMINDERS_A_DAY = 2;
/** The number of consecutive unanswered reminders after which reminders stop. The last one says goodbye. */
export const UNANSWERED_REMINDERS_MAX = 8;
/** The number of reminders that come on each wanted day. After that they come once a week. */
export const DAILY_REMINDERS = 3;
export const COMEBACK_MISSED_DAYS = 3;
/** The missed days that make a member quiet, and the fewest calendar days. */
export const QUIET_MISSED = { daily: 3, weekdays: 2, weekly: 1 } as const;
export const QUIET_DAYS = 3;
export const QUIET_MEMBERS_SHOWN = 5;
/** Days after completion when only the owner and the co-hosts can start the next round. */
export const ROUND_HOSTS_DAYS = 7;
/** Code points of the text that says when someone checks in. */
export const CUE_MAX = 80;
/** Code points of the line that says what a member's own habit is. */
export const OWN_HABIT_MAX = 80;
/** A reminder that is overdue by this is dropped. */
export const REMINDER_LATE_HOURS = 2;
/** The quiet hours, in minutes of the user's day. Only reminders within an hour of their chosen time are sent then. */
export const QUIET_FROM_MINUTE = 21 * 60 + 30;
export const QUIET_UNTIL_MINUTE = 8 * 60;
export const REMINDER_HOUR = 20;

export const DIGEST_MISSIONS = 8;

/** A sweep that would move more pictures than this, and more than this share of all, moves none. */
export const SWEEP_PICTURES_MAX = 100;
export const SWEEP_SHARE_MAX = 0.1;
