/**
 * Every length, size and count that both sides keep, once (Spec 5 and 9). They feed the schemas, `maxLength`,
 * the counters under fields and the checks of the database. Lengths are in code points, as PostgreSQL counts them; a
 * field's `maxLength` stops earlier, never later.
 */

export const NAME_MAX = 100;
export const BIO_MAX = 500;
export const LOCATION_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

export const TITLE_MAX = 100;
export const GOAL_MAX = 200;
export const REWARD_MAX = 200;
/** The description's HTML after cleaning. */
export const DESCRIPTION_MAX = 20_000;
export const DURATION_MIN = 1;
export const DURATION_MAX = 365;
export const LEVEL_GOAL_MIN = 1;
export const LEVEL_GOAL_MAX = 50;
export const STREAK_GOAL_MIN = 1;
export const STREAK_GOAL_MAX = 365;
export const SUGGESTED_POINTS_PER_DAY = 15;

export const FREE_ACTIVE_MISSIONS = 5;
export const PRO_COHOSTS_MAX = 3;
/** Days for which a plan goes on after a renewal that failed or of which nothing is known yet (Decisions 8). */
export const PAYMENT_GRACE_DAYS = 7;
export const MISSION_MEMBERS_MAX = 500;
/** Days after its end on which a mission that nobody completed completes itself (Decisions 4). */
export const COMPLETE_AFTER_DAYS = 7;
/** Completed missions shown before 'and N more', and those that an answer holds. */
export const HISTORY_SHOWN = 6;
export const HISTORY_MAX = 50;
/** Missions that read as recently completed. */
export const RECENTLY_COMPLETED = 3;

export const CHECKIN_CONTENT_MAX = 2000;
/** Why something is reported or hidden. */
export const REASON_MAX = 500;
export const COMMENT_MAX = 1000;
/** Members that one comment may name. */
export const MENTIONS_MAX = 20;
/** Comments that stand under a check-in before the rest is asked for, and those of one page (Spec 9; Limits: lists). */
export const COMMENTS_SHOWN = 2;
export const COMMENTS_PAGE = 50;
/** People of each reaction type that a row of the feed names, the newest first; the rest is a call of its own. */
export const REACTORS_IN_FEED = 5;
export const CHECKINS_PAGE = 10;
export const CHECKINS_PAGE_MAX = 50;
/** How old a check-in made offline may be, and how far a device's clock may run ahead (Decisions 2). */
export const OFFLINE_MAX_HOURS = 48;
export const FUTURE_SLACK_SECONDS = 60;

/** How long the author may edit a check-in (Decisions 6). */
export const CHECKIN_EDIT_MINUTES = 60;

export const REST_DAYS_MAX = 2;
/** Days of a user's streak that earn one rest day. */
export const REST_DAY_EVERY = 7;
export const LEDGER_DAYS = 90;
/** Changes of zone that may excuse days within `EXCUSING_WINDOW_DAYS` times 24 hours (Decisions 3). */
export const EXCUSING_CHANGES_MAX = 2;
export const EXCUSING_WINDOW_DAYS = 7;

export const INVITATION_MESSAGE_MAX = 500;
export const INVITATION_DAYS = 14;
/** Days after its answer or its end for which an invitation keeps the address and the message. */
export const INVITEE_RETENTION_DAYS = 30;
/** Invitations by e-mail that one person may send within 24 hours, and those of them to one address and mission. */
export const INVITATIONS_A_DAY_FREE = 20;
export const INVITATIONS_A_DAY_PAID = 100;
export const INVITATIONS_A_DAY_TO_ADDRESS = 2;
/** No 0, 1, I, L, O, U: none can be mistaken for another when read out or written by hand. */
export const INVITATION_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const INVITATION_CODE_LENGTH = 10;

export const AVATAR_BYTES_MAX = 10 * 1024 * 1024;
export const PHOTO_BYTES_MAX = 15 * 1024 * 1024;
/** Photos of check-ins, those of edits included, that one person may send within 24 hours. */
export const PHOTOS_A_DAY = 60;
export const IMAGE_PIXELS_MAX = 50_000_000;

export const NOTIFICATIONS_SHOWN = 50;
/** Days after which notifications go: those that were read, and those that never were (Decisions 6). */
export const READ_NOTIFICATION_DAYS = 30;
export const UNREAD_NOTIFICATION_DAYS = 90;
/** The bell's badge reads '9+' above this. */
export const BELL_COUNT_MAX = 9;

/** Open streams of hints: of one user (the oldest gives way), and in all on one instance. */
export const LIVE_STREAMS_PER_USER = 5;
export const LIVE_STREAMS_MAX = 5000;
/** A stream is never silent for longer, and never older: the token behind it is looked at anew. */
export const LIVE_HEARTBEAT_SECONDS = 20;
export const LIVE_MINUTES_MAX = 15;
/** A reader who is further behind is dropped. */
export const LIVE_BEHIND_BYTES = 256 * 1024;
/** Streams of a session that is over end within twice this time. */
export const LIVE_SESSION_CHECK_SECONDS = 15;

export const LIST_MAX = 100;
export const LIST_DEFAULT = 50;
/** Pages of an operator's list that can be asked for, and rows that a CSV of it holds. */
export const LIST_PAGES_MAX = 10_000;
export const EXPORT_ROWS_MAX = 10_000;
export const SEARCH_MAX = 100;
/** Days of the operator's charts. */
export const CHART_DAYS = 90;

export const RESET_HOURS = 1;
export const SESSION_IDLE_DAYS = 30;
export const SESSION_MAX_DAYS = 90;
export const SESSIONS_PER_USER = 20;
export const ADMIN_IDLE_MINUTES = 30;
export const ADMIN_MAX_HOURS = 8;

/** What the insights look back on: weeks and months of the trend, days of the free preview, missions and runs shown. */
export const INSIGHT_WEEKS = 12;
export const INSIGHT_MONTHS = 12;
export const PREVIEW_DAYS = 14;
export const INSIGHT_MISSIONS_MAX = 50;
export const INSIGHT_RUNS_MAX = 20;
export const HEALTH_MISSIONS_MAX = 10;
/** Members named by an owner's health of a mission, of each kind. */
export const HEALTH_NAMES_MAX = 10;

export const API_TOKENS_PER_USER = 20;
export const API_TOKEN_NAME_MAX = 60;
/** Requests a minute under one personal API token. */
export const API_TOKEN_RATE = 120;

/** Devices of one user that take push messages, and how long a service keeps a message for one that is off. */
export const PUSH_DEVICES_MAX = 10;
export const PUSH_TTL_SECONDS = 24 * 60 * 60;
export const PUSH_ENDPOINT_MAX = 1000;
export const DEVICE_NAME_MAX = 60;

export const REMINDERS_A_DAY = 2;
/** A reminder that could not go out is dropped after this. */
export const REMINDER_LATE_HOURS = 2;
/** No reminder between these times of the own clock (minutes of the day), unless that hour was chosen (Decisions 6). */
export const QUIET_FROM_MINUTE = 21 * 60 + 30;
export const QUIET_UNTIL_MINUTE = 8 * 60;
/** The hour that the settings offer first. */
export const REMINDER_HOUR = 20;
/** Days for which it is known that a reminder went out: its link is answered kindly that long. */
export const REMINDER_RETENTION_DAYS = 7;

/** The hour of Sunday at which the weekly mail goes out, and for how long it may be late. */
export const DIGEST_HOUR = 18;
export const DIGEST_LATE_HOURS = 3;
/** Missions that the picture of a week has a row for. */
export const DIGEST_MISSIONS = 8;
