/** Open live streams per user (a new one closes the oldest) and per instance. */
export const LIVE_STREAMS_PER_USER = 5;
export const LIVE_STREAMS_MAX = 5000;
/** A stream sends a heartbeat at least this often. It closes at this age, so the reconnect checks its token again. */
export const LIVE_HEARTBEAT_SECONDS = 20;
export const LIVE_MINUTES_MAX = 15;
/** A reader with more unsent bytes than this is disconnected. */
export const LIVE_BEHIND_BYTES = 256 * 1024;
/**
 * Seconds between checks of the sessions behind the streams. A stream closes within two checks after its session ends.
 */
export const LIVE_SESSION_CHECK_SECONDS = 15;
