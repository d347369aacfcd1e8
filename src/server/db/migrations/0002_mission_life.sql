CREATE TABLE "schedules" (
	"job" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"checkins_count" integer NOT NULL,
	CONSTRAINT "kept_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "is_cohost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "reward_earned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "reward_done_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "owner_offer_id" uuid;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "edited_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "kept_days" ADD CONSTRAINT "kept_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_owner_offer_id_users_id_fk" FOREIGN KEY ("owner_offer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_open_reward" ON "members" USING btree ("mission_id") WHERE "members"."reward_earned" and "members"."reward_done_at" is null;--> statement-breakpoint
CREATE INDEX "missions_owner_offer" ON "missions" USING btree ("owner_offer_id") WHERE "missions"."owner_offer_id" is not null;--> statement-breakpoint
CREATE INDEX "missions_open_end" ON "missions" USING btree ("end_date") WHERE "missions"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_mission" ON "notifications" USING btree ("mission_id");