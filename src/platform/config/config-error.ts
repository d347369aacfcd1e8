/** An invalid setting. Startup stops with this sentence. */
export class ConfigError extends Error {}
