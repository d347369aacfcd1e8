CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"data" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "jobs_state" CHECK ("jobs"."state" in ('waiting', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("name","run_at","id") WHERE "jobs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("state","ended_at") WHERE "jobs"."state" in ('done', 'failed');