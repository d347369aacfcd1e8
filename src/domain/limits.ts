/**
 * Every length, size and count that server and web share; for how many days something is stored is in retention.ts. They
 * feed the schemas, `maxLength`, the counters under fields and the checks of the database. Lengths are in code points, as
 * PostgreSQL counts them. A field's `maxLength` counts UTF-16 units, so it may stop earlier, but never later.
 */

export const NAME_MAX = 100;
export const BIO_MAX = 500;
/** Of the tag of a language, such as `zh-Hans` (BCP 47). */
export const LANGUAGE_TAG_MAX = 35;
export const LOCATION_MAX = 100;
export const PASSWORD_MIN = 6;
/** Of the operator, in production. */
export const ADMIN_PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

export const TITLE_MAX = 100;
export const GOAL_MAX = 200;
export const REWARD_MAX = 200;
/** Of the description's HTML, after it was sanitized. */
export const DESCRIPTION_MAX = 20_000;
export const DURATION_MIN = 1;
export const DURATION_MAX = 365;
export const LEVEL_GOAL_MIN = 1;
export const LEVEL_GOAL_MAX = 50;
export const STREAK_GOAL_MIN = 1;
export const STREAK_GOAL_MAX = 365;
export const SUGGESTED_POINTS_PER_DAY = 15;

export const FREE_ACTIVE_MISSIONS = 5;
/** Running missions that one person may be in, created or joined, on every plan. */
export const RUNNING_MISSIONS_MAX = 100;
export const PRO_COHOSTS_MAX = 3;
/** Days for which a plan goes on after a failed renewal, or one of which nothing is known yet. */
export const PAYMENT_GRACE_DAYS = 7;
export const MISSION_MEMBERS_MAX = 500;
/** Members of whom a public preview shows a figure. */
export const PREVIEW_FACES_MAX = 5;
/** Days after its end on which a mission completes by itself. */
export const COMPLETE_AFTER_DAYS = 7;
/** Completed missions shown before 'and N more', and the most that one answer holds. */
export const HISTORY_SHOWN = 6;
export const HISTORY_MAX = 50;
/** Missions listed under 'Recently Completed Missions'. */
export const RECENTLY_COMPLETED = 3;
/** People and posts on the dashboard of somebody who has checked in everywhere. */
export const TODAY_STILL_OUT = 10;
export const TODAY_CHECKINS_MAX = 6;

export const CHECKIN_CONTENT_MAX = 2000;
/** Days after one left a mission, or was removed, for which one can block its people and report its posts. */
export const BLOCK_AFTER_DAYS = 90;
export const REPORT_AFTER_DAYS = 30;
/** The reason given when something is reported or hidden. */
export const REASON_MAX = 500;
export const COMMENT_MAX = 1000;
/** Members that one comment may mention. */
export const MENTIONS_MAX = 20;
/** Comments shown under a check-in before the rest is loaded, and comments per page. */
export const COMMENTS_SHOWN = 2;
export const COMMENTS_PAGE = 50;
/** People named per reaction type in a row of the feed, newest first; `GET /reactions` names more. */
export const REACTORS_IN_FEED = 5;
export const CHECKINS_PAGE = 10;
export const CHECKINS_PAGE_MAX = 50;
/** Missions in one page of the list for programs. */
export const MISSIONS_PAGE = 50;
export const MISSIONS_PAGE_MAX = 100;
/** How old a check-in made offline may be, and how far a device's clock may run ahead. */
export const OFFLINE_MAX_HOURS = 48;
export const FUTURE_SLACK_SECONDS = 60;
/** A check-in sent so soon after it was made, and so long on its way, was only on a slow line. */
export const SENT_AT_ONCE_SECONDS = 2;
export const SLOW_NETWORK_MINUTES = 5;
/** The hour of the own day until which the day before can be checked in. Texts say it as `noon`. */
export const YESTERDAY_UNTIL_HOUR = 12;

/** Check-ins of one's own day that earn points; later ones of the same day earn none. */
export const EARNING_CHECKINS_A_DAY = 10;
/** How old a mission has to be for its points to outlive its deletion. */
export const POINTS_LASTING_HOURS = 24;

/** How long the author may edit a check-in. */
export const CHECKIN_EDIT_MINUTES = 60;

export const REST_DAYS_MAX = 2;
/** Every so many days of a user's streak earn one rest day. */
export const REST_DAY_EVERY = 7;
/** The longest pause, and how many paused days any 365 days in a row may hold. */
export const PAUSE_DAYS_MAX = 21;
export const PAUSE_DAYS_A_YEAR = 42;
/** How many days ahead a pause may begin. */
export const PAUSE_AHEAD_DAYS = 365;
/** Check-ins that were taken back or hidden of which those who store a feed are told at once. */
export const DELETIONS_PAGE = 1000;
export const LEDGER_DAYS = 90;
/** Days in a row that no mission asks about and that bridge a streak: six weeks, whatever was joined when. */
export const IDLE_DAYS_MAX = 42;
/** How many changes of zone may excuse days within `EXCUSING_WINDOW_DAYS` times 24 hours. */
export const EXCUSING_CHANGES_MAX = 2;
export const EXCUSING_WINDOW_DAYS = 7;

export const INVITATION_MESSAGE_MAX = 500;
export const INVITATION_DAYS = 14;
/** Invitations that one person may send by e-mail within 24 hours, and those to one address for one mission. */
export const INVITATIONS_A_DAY_FREE = 20;
export const INVITATIONS_A_DAY_PAID = 100;
export const INVITATIONS_A_DAY_TO_ADDRESS = 2;
/** Mails with invitations to one address, over all senders and missions; beyond them an invitation goes without. */
export const INVITATION_MAILS_A_DAY = 3;
export const INVITATION_MAILS_A_WEEK = 10;
/** How long mails with invitations are counted, as keyed hashes of their addresses. */
export const INVITATION_MAIL_DAYS = 7;
/** No 0, 1, I, L, O, U: they are easily confused when read aloud or written by hand. */
export const INVITATION_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const INVITATION_CODE_LENGTH = 10;

export const AVATAR_BYTES_MAX = 10 * 1024 * 1024;
export const PHOTO_BYTES_MAX = 15 * 1024 * 1024;
/** Photos of check-ins, edits included, that one person may upload within 24 hours. */
export const PHOTOS_A_DAY = 60;

export const NOTIFICATIONS_SHOWN = 50;
/** Unread check-ins that `unread_count` counts. */
export const UNREAD_CHECKINS_COUNTED = 100;

export const LIST_MAX = 100;
export const LIST_DEFAULT = 50;
/** Pages of an operator's list that can be requested, and the most rows in its CSV. */
export const LIST_PAGES_MAX = 10_000;
export const EXPORT_ROWS_MAX = 10_000;
export const SEARCH_MAX = 100;
/** Days that the operator's charts cover. */
export const CHART_DAYS = 90;

/** How long the link that proves an address is good. */
export const VERIFICATION_DAYS = 7;
export const RESET_HOURS = 1;
/** Of the link that sets the first password of an account which the operator made. */
export const FIRST_PASSWORD_DAYS = 7;
export const SESSION_IDLE_DAYS = 30;
export const SESSION_MAX_DAYS = 90;
export const SESSIONS_PER_USER = 20;
/** How long a sign-in makes its network and its device known. */
export const KNOWN_SIGN_IN_DAYS = 90;
/** Wrong passwords for one account, beyond which networks that it does not know get one try a second. */
export const WRONG_PASSWORDS_PER_HOUR = 50;
/** How long somebody may be at the single sign-on provider, and how long what they bring back opens a session. */
export const SIGN_ON_MINUTES = 10;
export const SIGN_ON_OFFER_SECONDS = 60;
/** How old a session may be to confirm something in place of a password that the account does not have. */
export const RECENT_SESSION_MINUTES = 10;
export const ADMIN_IDLE_MINUTES = 30;
export const ADMIN_MAX_HOURS = 8;

/**
 * What the insights cover: weeks and months of the trend, days of the free preview, and the most missions and streaks.
 */
export const INSIGHT_WEEKS = 12;
export const INSIGHT_MONTHS = 12;
export const PREVIEW_DAYS = 14;
export const INSIGHT_MISSIONS_MAX = 50;
export const INSIGHT_RUNS_MAX = 20;
export const HEALTH_MISSIONS_MAX = 10;
/** Members named in the health of a mission, per level. */
export const HEALTH_NAMES_MAX = 10;

export const API_TOKENS_PER_USER = 20;
export const API_TOKEN_NAME_MAX = 60;
/** Days for which a token can be made. */
export const API_TOKEN_DAYS_MAX = 365;
/** Requests a minute per API token. */
export const API_TOKEN_RATE = 120;

export const WEBHOOKS_PER_USER = 5;
export const WEBHOOK_URL_MAX = 500;
export const WEBHOOK_DESCRIPTION_MAX = 120;
/** Deliveries that the webhooks of one user may have waiting together. */
export const WEBHOOK_PENDING_MAX = 500;
/** Deliveries of one user that a process sends at the same time. */
export const WEBHOOK_IN_FLIGHT_MAX = 2;
/** Requests to receivers at one host that a process has under way at once. */
export const WEBHOOK_HOST_REQUESTS_MAX = 16;
/** Seconds within which a receiver has to answer the first try of a delivery, and the later ones. */
export const WEBHOOK_FIRST_TRY_SECONDS = 3;
export const WEBHOOK_TRY_SECONDS = 10;
/** A delivery whose next try is late by more than this has lost its job, and gets a new one. */
export const WEBHOOK_LATE_MINUTES = 5;
export const WEBHOOK_DELIVERIES_SHOWN = 50;
/** Hours for which the secret before still signs. */
export const WEBHOOK_ROTATION_HOURS = 24;
/** Tries of a delivery; with the delays of the queue they span three days. */
export const WEBHOOK_TRIES = 21;
/** From this hour of the own day a streak of so many days or more is at risk. */
export const STREAK_RISK_HOUR = 20;
export const STREAK_RISK_DAYS = 2;

export const CHECKIN_KEY_NAME_MAX = 60;

/** Characters of a parameter in a path. */
export const PATH_PARAMETER_MAX = 100;

/** The hours for which the answer to an Idempotency-Key is stored. */
export const IDEMPOTENCY_HOURS = 24;

/** Devices per user that receive push messages. */
export const PUSH_DEVICES_MAX = 10;
export const PUSH_ENDPOINT_MAX = 1000;
/** Messages that a process sends at the same time. */
export const PUSHES_AT_ONCE = 12;
export const DEVICE_NAME_MAX = 60;

export const REMINDERS_A_DAY = 2;
/** Reminders in a row without a check-in, of which the last one says goodbye. */
export const UNANSWERED_REMINDERS_MAX = 8;
/** The first of them come on each day that wants one, the others once a week. */
export const DAILY_REMINDERS = 3;
/** After so many missed days a check-in is a comeback. */
export const COMEBACK_MISSED_DAYS = 3;
/** A member is quiet after so many missed days, by the kind of the schedule, and not before so many calendar days. */
export const QUIET_MISSED = { daily: 3, weekdays: 2, weekly: 1 } as const;
export const QUIET_DAYS = 3;
/** The most quiet members that a mission's owner is told of. */
export const QUIET_MEMBERS_SHOWN = 5;
/** In the days after the completion only the owner and the co-hosts can start the next round, then every member. */
export const ROUND_HOSTS_DAYS = 7;
/** Code points of the words that say when somebody checks in. */
export const CUE_MAX = 80;
/** A reminder that could not be sent is dropped after this. */
export const REMINDER_LATE_HOURS = 2;
/** The quiet hours, in minutes of the day on the user's clock: no reminder then but within an hour of a chosen time. */
export const QUIET_FROM_MINUTE = 21 * 60 + 30;
export const QUIET_UNTIL_MINUTE = 8 * 60;
/** The hour that the settings preselect. */
export const REMINDER_HOUR = 20;

/** The most missions shown in the weekly mail. */
export const DIGEST_MISSIONS = 8;

/** A sweep that would move more pictures than this, and more than this share of all, moves none. */
export const SWEEP_PICTURES_MAX = 100;
export const SWEEP_SHARE_MAX = 0.1;
