/** A setting that cannot be meant: the start stops with this one sentence. */
export class ConfigError extends Error {}
