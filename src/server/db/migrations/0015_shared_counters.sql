-- Counters of the rate limits that hold over instances and restarts. Without a write-ahead log: a crash may empty them.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
