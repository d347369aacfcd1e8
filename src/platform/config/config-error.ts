/** An invalid setting: the start stops with this one sentence. */
export class ConfigError extends Error {}
