CREATE TABLE "taken_back" (
	"user_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"taken_back_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "taken_back_user_id_client_id_pk" PRIMARY KEY("user_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "archived_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"schedule_kind" text DEFAULT 'daily' NOT NULL,
	"schedule_times" smallint,
	"schedule_days" smallint,
	"first_day" date NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"days" text NOT NULL,
	CONSTRAINT "archived_plans_schedule_kind" CHECK (schedule_kind in ('daily', 'weekly', 'weekdays')),
	CONSTRAINT "archived_plans_schedule_times" CHECK ((schedule_kind = 'weekly') = (schedule_times is not null) and schedule_times between 1 and 6),
	CONSTRAINT "archived_plans_schedule_days" CHECK ((schedule_kind = 'weekdays') = (schedule_days is not null) and schedule_days between 1 and 126)
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "pauses_length" CHECK (to_day - from_day between 0 and 20),
	CONSTRAINT "pauses_reason" CHECK (reason in ('ill', 'away', 'other'))
);
--> statement-breakpoint
ALTER TABLE "checkins" ADD COLUMN "is_extra" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkins" ADD COLUMN "is_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkins" ADD COLUMN "cleared_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "left_day" date;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "asks_from" date;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "extra_checkins" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "schedule_kind" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "schedule_times" smallint;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "schedule_days" smallint;--> statement-breakpoint
ALTER TABLE "taken_back" ADD CONSTRAINT "taken_back_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archived_plans" ADD CONSTRAINT "archived_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taken_back_at" ON "taken_back" USING btree ("taken_back_at");--> statement-breakpoint
CREATE INDEX "archived_plans_user" ON "archived_plans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pauses_user" ON "pauses" USING btree ("user_id","from_day");--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_schedule_kind" CHECK (schedule_kind in ('daily', 'weekly', 'weekdays'));--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_schedule_times" CHECK ((schedule_kind = 'weekly') = (schedule_times is not null) and schedule_times between 1 and 6);--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_schedule_days" CHECK ((schedule_kind = 'weekdays') = (schedule_days is not null) and schedule_days between 1 and 126);