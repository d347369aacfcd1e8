CREATE TABLE "checkins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mission_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"points_earned" integer NOT NULL,
	"local_day" date NOT NULL,
	"timezone" text NOT NULL,
	"performed_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"client_id" uuid,
	CONSTRAINT "checkins_once_a_day" UNIQUE("mission_id","user_id","local_day"),
	CONSTRAINT "checkins_client_id" UNIQUE("user_id","client_id"),
	CONSTRAINT "checkins_type" CHECK ("checkins"."type" in ('tick', 'text', 'photo')),
	CONSTRAINT "checkins_content_length" CHECK (char_length(content) <= 2000)
);
--> statement-breakpoint
CREATE TABLE "members" (
	"mission_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp(3) with time zone NOT NULL,
	"joined_day" date NOT NULL,
	"left_at" timestamp(3) with time zone,
	"points" integer DEFAULT 0 NOT NULL,
	"checkins_count" integer DEFAULT 0 NOT NULL,
	"streak_days" integer DEFAULT 0 NOT NULL,
	"streak_last_day" date,
	"longest_streak" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "members_mission_id_user_id_pk" PRIMARY KEY("mission_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "missions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"goal" text NOT NULL,
	"duration_days" integer NOT NULL,
	"first_day" date NOT NULL,
	"timezone" text NOT NULL,
	"start_date" timestamp(3) with time zone NOT NULL,
	"end_date" timestamp(3) with time zone NOT NULL,
	"owner_id" uuid NOT NULL,
	"level_goal" integer,
	"streak_goal" integer,
	"reward_description" text,
	"invitation_code" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"completed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "missions_invitation_code_unique" UNIQUE("invitation_code"),
	CONSTRAINT "missions_title_length" CHECK (char_length(title) between 1 and 100),
	CONSTRAINT "missions_description_length" CHECK (char_length(description) <= 20000),
	CONSTRAINT "missions_goal_length" CHECK (char_length(goal) between 1 and 200),
	CONSTRAINT "missions_reward_length" CHECK (char_length(reward_description) <= 200),
	CONSTRAINT "missions_duration" CHECK (duration_days between 1 and 365),
	CONSTRAINT "missions_level_goal" CHECK (level_goal between 1 and 50),
	CONSTRAINT "missions_streak_goal" CHECK (streak_goal between 1 and 365),
	CONSTRAINT "missions_completed" CHECK ("missions"."is_active" = ("missions"."completed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"mission_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"checkin_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reset_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "reset_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "rest_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "rest_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"avatar_key" text,
	"bio" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"timezone" text NOT NULL,
	"profile_completed" boolean DEFAULT false NOT NULL,
	"subscription_tier" text DEFAULT 'free' NOT NULL,
	"subscription_status" text,
	"subscription_plan" text,
	"subscription_start_date" timestamp(3) with time zone,
	"subscription_cancel_requested" timestamp(3) with time zone,
	"points" integer DEFAULT 0 NOT NULL,
	"streak_days" integer DEFAULT 0 NOT NULL,
	"streak_last_day" date,
	"longest_streak" integer DEFAULT 0 NOT NULL,
	"rest_days" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_name_length" CHECK (char_length(name) between 1 and 100),
	CONSTRAINT "users_bio_length" CHECK (char_length(bio) <= 500),
	CONSTRAINT "users_location_length" CHECK (char_length(location) <= 100),
	CONSTRAINT "users_tier" CHECK ("users"."subscription_tier" in ('free', 'pro')),
	CONSTRAINT "users_rest_days" CHECK (rest_days between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "zone_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"old_zone" text NOT NULL,
	"new_zone" text NOT NULL,
	"old_day" date NOT NULL,
	"new_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkins" ADD CONSTRAINT "checkins_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkins" ADD CONSTRAINT "checkins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_checkin_id_checkins_id_fk" FOREIGN KEY ("checkin_id") REFERENCES "public"."checkins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rest_days" ADD CONSTRAINT "rest_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_changes" ADD CONSTRAINT "zone_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkins_feed" ON "checkins" USING btree ("mission_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "checkins_user_day" ON "checkins" USING btree ("user_id","local_day");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id") WHERE "members"."left_at" is null;--> statement-breakpoint
CREATE INDEX "missions_owner" ON "missions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_checkin" ON "notifications" USING btree ("checkin_id");--> statement-breakpoint
CREATE INDEX "reset_tokens_user" ON "reset_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "zone_changes_user" ON "zone_changes" USING btree ("user_id","changed_at");