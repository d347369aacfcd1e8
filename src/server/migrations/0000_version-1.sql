CREATE SEQUENCE "public"."payment_tickets" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "admin_account" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "admin_account_single" CHECK ("admin_account"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "admin_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"admin" text NOT NULL,
	"action" text NOT NULL,
	"target_id" uuid,
	"target" text,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "audit_log_action" CHECK (action in ('login', 'login_failed', 'mission_deleted', 'user_suspended', 'user_reinstated', 'report_hidden', 'report_dismissed', 'list_exported', 'user_created', 'reset_link_created')),
	CONSTRAINT "audit_log_note_length" CHECK (char_length(note) <= 500)
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"sign_ups" integer NOT NULL,
	"checkins" integer NOT NULL,
	"counted_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_scope" CHECK (scope in ('read', 'write')),
	CONSTRAINT "api_tokens_name_length" CHECK (char_length(name) between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "known_sign_ins" (
	"user_id" uuid NOT NULL,
	"network_hash" "bytea" NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_sign_ins_user_id_network_hash_device_hash_pk" PRIMARY KEY("user_id","network_hash","device_hash")
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
	"email_verified_at" timestamp(3) with time zone,
	"password_hash" text,
	"avatar_key" text,
	"look" jsonb,
	"bio" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"timezone" text NOT NULL,
	"profile_completed" boolean DEFAULT false NOT NULL,
	"subscription_tier" text DEFAULT 'free' NOT NULL,
	"subscription_status" text,
	"subscription_plan" text,
	"subscription_start_date" timestamp(3) with time zone,
	"subscription_cancel_requested" timestamp(3) with time zone,
	"subscription_period_end" timestamp(3) with time zone,
	"subscription_ends_at" timestamp(3) with time zone,
	"customer_id" text,
	"points" integer DEFAULT 0 NOT NULL,
	"streak_days" integer DEFAULT 0 NOT NULL,
	"streak_last_day" date,
	"longest_streak" integer DEFAULT 0 NOT NULL,
	"open_streak" integer,
	"rest_days" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp(3) with time zone,
	"checkins_seen_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"suspended_at" timestamp(3) with time zone,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_name_length" CHECK (char_length(name) between 1 and 100),
	CONSTRAINT "users_bio_length" CHECK (char_length(bio) <= 500),
	CONSTRAINT "users_location_length" CHECK (char_length(location) <= 100),
	CONSTRAINT "users_tier" CHECK ("users"."subscription_tier" in ('free', 'pro')),
	CONSTRAINT "users_rest_days" CHECK (rest_days between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "paid_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"returned" integer NOT NULL,
	"paid_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "paid_invoices_cents" CHECK ("paid_invoices"."amount" >= 0 and "paid_invoices"."returned" between 0 and "paid_invoices"."amount")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"plan_type" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"provider_id" text,
	"url" text,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"subscription_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"paid_at" timestamp(3) with time zone,
	CONSTRAINT "payment_sessions_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "payment_sessions_plan" CHECK ("payment_sessions"."plan_type" in ('pro_monthly', 'premium_yearly')),
	CONSTRAINT "payment_sessions_status" CHECK ("payment_sessions"."status" in ('new', 'open', 'complete', 'expired', 'failed')),
	CONSTRAINT "payment_sessions_payment" CHECK ("payment_sessions"."payment_status" in ('pending', 'paid', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"plan_type" text NOT NULL,
	"status" text NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"cancel_requested_at" timestamp(3) with time zone,
	"period_start" timestamp(3) with time zone NOT NULL,
	"period_end" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"checked_at" timestamp(3) with time zone NOT NULL,
	"ticket" bigint NOT NULL,
	CONSTRAINT "subscriptions_plan" CHECK ("subscriptions"."plan_type" in ('pro_monthly', 'premium_yearly')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('active', 'past_due', 'canceled', 'incomplete'))
);
--> statement-breakpoint
CREATE TABLE "checkin_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mission_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "checkin_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "checkin_keys_once" UNIQUE("user_id","mission_id"),
	CONSTRAINT "checkin_keys_name_length" CHECK (char_length(name) <= 60)
);
--> statement-breakpoint
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
	"photo_key" text,
	"photo_width" integer,
	"photo_height" integer,
	"photo_thumbhash" text,
	"edited_at" timestamp(3) with time zone,
	"is_extra" boolean DEFAULT false NOT NULL,
	"is_late" boolean DEFAULT false NOT NULL,
	"is_comeback" boolean DEFAULT false NOT NULL,
	"cleared_at" timestamp(3) with time zone,
	"hidden_at" timestamp(3) with time zone,
	"hidden_reason" text,
	"hidden_by" text,
	CONSTRAINT "checkins_once_a_day" UNIQUE("mission_id","user_id","local_day"),
	CONSTRAINT "checkins_client_id" UNIQUE("user_id","client_id"),
	CONSTRAINT "checkins_type" CHECK ("checkins"."type" in ('tick', 'text', 'photo')),
	CONSTRAINT "checkins_photo" CHECK (("checkins"."type" = 'photo') = ("checkins"."photo_key" is not null)),
	CONSTRAINT "checkins_photo_whole" CHECK (num_nulls(photo_key, photo_width, photo_height, photo_thumbhash) in (0, 4)),
	CONSTRAINT "checkins_hidden" CHECK (num_nulls(hidden_at, hidden_reason, hidden_by) in (0, 3)),
	CONSTRAINT "checkins_hidden_by" CHECK (hidden_by in ('owner', 'operator')),
	CONSTRAINT "checkins_hidden_reason_length" CHECK (char_length(hidden_reason) <= 500),
	CONSTRAINT "checkins_content_length" CHECK (char_length(content) <= 2000)
);
--> statement-breakpoint
CREATE TABLE "deleted_checkins" (
	"checkin_id" uuid PRIMARY KEY NOT NULL,
	"mission_id" uuid NOT NULL,
	"deleted_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photo_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "taken_back" (
	"user_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"taken_back_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "taken_back_user_id_client_id_pk" PRIMARY KEY("user_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkin_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"parent_id" uuid,
	"content" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"removed_at" timestamp(3) with time zone,
	"client_id" uuid,
	CONSTRAINT "comments_client_id" UNIQUE("user_id","client_id"),
	CONSTRAINT "comments_content_length" CHECK (char_length(content) <= 1000)
);
--> statement-breakpoint
CREATE TABLE "mentions" (
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "mentions_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"call" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"answer" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_call_key_hash_pk" PRIMARY KEY("user_id","call","key_hash")
);
--> statement-breakpoint
CREATE TABLE "invitation_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sender_id" uuid NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"mission_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"invitee_email" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"processed_at" timestamp(3) with time zone,
	"source" text DEFAULT 'email' NOT NULL,
	CONSTRAINT "invitations_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "invitations_email_lower" CHECK ("invitations"."invitee_email" = lower("invitations"."invitee_email")),
	CONSTRAINT "invitations_message_length" CHECK (char_length(message) <= 500),
	CONSTRAINT "invitations_status" CHECK (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
	CONSTRAINT "invitations_source" CHECK (source in ('email', 'round')),
	CONSTRAINT "invitations_processed" CHECK (("invitations"."status" = 'pending') = ("invitations"."processed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "mail_stops" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "recurring_jobs" (
	"job" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"mission_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp(3) with time zone NOT NULL,
	"returned_at" timestamp(3) with time zone,
	"joined_day" date NOT NULL,
	"left_at" timestamp(3) with time zone,
	"left_day" date,
	"asks_from" date,
	"removed_at" timestamp(3) with time zone,
	"is_cohost" boolean DEFAULT false NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"checkins_count" integer DEFAULT 0 NOT NULL,
	"extra_checkins" integer DEFAULT 0 NOT NULL,
	"checked_days" "bytea",
	"checked_days_from" date,
	"last_checkin_at" timestamp(3) with time zone,
	"streak_days" integer DEFAULT 0 NOT NULL,
	"streak_last_day" date,
	"open_streak" integer,
	"longest_streak" integer DEFAULT 0 NOT NULL,
	"reward_earned" boolean DEFAULT false NOT NULL,
	"reward_done_at" timestamp(3) with time zone,
	"cue" text,
	"muted" boolean DEFAULT false NOT NULL,
	"reminder_asked_at" timestamp(3) with time zone,
	CONSTRAINT "members_mission_id_user_id_pk" PRIMARY KEY("mission_id","user_id"),
	CONSTRAINT "members_cue_length" CHECK (char_length(cue) between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "nudges" (
	"mission_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "nudges_mission_id_day_to_id_from_id_pk" PRIMARY KEY("mission_id","day","to_id","from_id")
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
	"owner_offer_id" uuid,
	"level_goal" integer,
	"streak_goal" integer,
	"reward_description" text,
	"invitation_code" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"completed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"edited_at" timestamp(3) with time zone,
	"schedule_kind" text DEFAULT 'daily' NOT NULL,
	"schedule_times" smallint,
	"schedule_days" smallint,
	"previous_id" uuid,
	"round" smallint DEFAULT 1 NOT NULL,
	"board" text DEFAULT 'stars' NOT NULL,
	"patch" jsonb,
	CONSTRAINT "missions_invitation_code_unique" UNIQUE("invitation_code"),
	CONSTRAINT "missions_previous_id_unique" UNIQUE("previous_id"),
	CONSTRAINT "missions_title_length" CHECK (char_length(title) between 1 and 100),
	CONSTRAINT "missions_description_length" CHECK (char_length(description) <= 20000),
	CONSTRAINT "missions_goal_length" CHECK (char_length(goal) between 1 and 200),
	CONSTRAINT "missions_reward_length" CHECK (char_length(reward_description) <= 200),
	CONSTRAINT "missions_duration" CHECK (duration_days between 1 and 365),
	CONSTRAINT "missions_level_goal" CHECK (level_goal between 1 and 50),
	CONSTRAINT "missions_streak_goal" CHECK (streak_goal between 1 and 365),
	CONSTRAINT "missions_completed" CHECK ("missions"."is_active" = ("missions"."completed_at" is null)),
	CONSTRAINT "missions_board" CHECK (board in ('stars', 'together')),
	CONSTRAINT "missions_round" CHECK ("missions"."round" >= 1),
	CONSTRAINT "missions_schedule_kind" CHECK (schedule_kind in ('daily', 'weekly', 'weekdays')),
	CONSTRAINT "missions_schedule_times" CHECK ((schedule_kind = 'weekly') = (schedule_times is not null) and schedule_times between 1 and 6),
	CONSTRAINT "missions_schedule_days" CHECK ((schedule_kind = 'weekdays') = (schedule_days is not null) and schedule_days between 1 and 126)
);
--> statement-breakpoint
CREATE TABLE "checkin_reads" (
	"user_id" uuid NOT NULL,
	"checkin_id" uuid NOT NULL,
	CONSTRAINT "checkin_reads_user_id_checkin_id_pk" PRIMARY KEY("user_id","checkin_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"mission_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"checkin_id" uuid,
	"comment_id" uuid,
	"reaction_type" text,
	"invitation_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_type" CHECK (type in ('reaction', 'comment', 'mention', 'nudge', 'invitation'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"checkin_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "reactions_checkin_id_type_user_id_pk" PRIMARY KEY("checkin_id","type","user_id"),
	CONSTRAINT "reactions_type" CHECK (type in ('love', 'support', 'laugh', 'cry', 'wow'))
);
--> statement-breakpoint
CREATE TABLE "reminder_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mission_id" uuid NOT NULL,
	"day" date NOT NULL,
	"slot" integer NOT NULL,
	"channel" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	CONSTRAINT "reminder_sends_once" UNIQUE("user_id","mission_id","day"),
	CONSTRAINT "reminder_sends_few" UNIQUE("user_id","day","slot"),
	CONSTRAINT "reminder_sends_slot" CHECK (slot between 1 and 2)
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"mission_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hour" integer NOT NULL,
	"minute" smallint DEFAULT 0 NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	"days" smallint,
	"unanswered" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "reminders_mission_id_user_id_pk" PRIMARY KEY("mission_id","user_id"),
	CONSTRAINT "reminders_unanswered" CHECK (unanswered between 0 and 8),
	CONSTRAINT "reminders_days" CHECK ("reminders"."days" between 1 and 127),
	CONSTRAINT "reminders_hour_of_day" CHECK ("reminders"."hour" between 0 and 23),
	CONSTRAINT "reminders_minute" CHECK (minute in (0, 15, 30, 45)),
	CONSTRAINT "reminders_channel" CHECK (channel in ('push', 'email'))
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"mission_id" uuid,
	"checkin_id" uuid,
	"comment_id" uuid,
	"kind" text NOT NULL,
	"content" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"resolved_at" timestamp(3) with time zone,
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('checkin', 'comment')),
	CONSTRAINT "reports_status" CHECK ("reports"."status" in ('open', 'hidden', 'dismissed')),
	CONSTRAINT "reports_reason_length" CHECK (char_length(reason) between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "digest_sends" (
	"user_id" uuid NOT NULL,
	"week" date NOT NULL,
	CONSTRAINT "digest_sends_user_id_week_pk" PRIMARY KEY("user_id","week")
);
--> statement-breakpoint
CREATE TABLE "user_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"push_types" text[] NOT NULL,
	"weekly_digest" boolean NOT NULL,
	"new_device_mail" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archived_asked_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"schedule_kind" text DEFAULT 'daily' NOT NULL,
	"schedule_times" smallint,
	"schedule_days" smallint,
	"first_day" date NOT NULL,
	"joined_day" date NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"days" text NOT NULL,
	CONSTRAINT "archived_asked_days_schedule_kind" CHECK (schedule_kind in ('daily', 'weekly', 'weekdays')),
	CONSTRAINT "archived_asked_days_schedule_times" CHECK ((schedule_kind = 'weekly') = (schedule_times is not null) and schedule_times between 1 and 6),
	CONSTRAINT "archived_asked_days_schedule_days" CHECK ((schedule_kind = 'weekdays') = (schedule_days is not null) and schedule_days between 1 and 126)
);
--> statement-breakpoint
CREATE TABLE "archived_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"checkins_count" integer NOT NULL,
	CONSTRAINT "archived_days_user_id_day_pk" PRIMARY KEY("user_id","day")
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
CREATE TABLE "rest_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "rest_days_user_id_day_pk" PRIMARY KEY("user_id","day")
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
CREATE TABLE "webhook_claims" (
	"key" text PRIMARY KEY NOT NULL,
	"claimed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"event" text NOT NULL,
	"mission_id" uuid,
	"actor_id" uuid,
	"checkin_id" uuid,
	"comment_id" uuid,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"error" text,
	"duration_ms" integer,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_attempt_at" timestamp(3) with time zone,
	"next_attempt_at" timestamp(3) with time zone,
	CONSTRAINT "webhook_deliveries_once" UNIQUE("webhook_id","event_id"),
	CONSTRAINT "webhook_deliveries_state" CHECK (state in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_id" uuid,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"events" text[] NOT NULL,
	"mission_id" uuid,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp(3) with time zone,
	"is_on" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_success_at" timestamp(3) with time zone,
	"next_send_at" timestamp(3) with time zone,
	"sending_since" timestamp(3) with time zone,
	"timeouts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhooks_url_length" CHECK (char_length(url) between 1 and 500),
	CONSTRAINT "webhooks_description_length" CHECK (char_length(description) <= 120),
	CONSTRAINT "webhooks_off_reason" CHECK ((off_reason is null) = is_on and off_reason in ('owner', 'gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_sign_ins" ADD CONSTRAINT "known_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkin_keys" ADD CONSTRAINT "checkin_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkin_keys" ADD CONSTRAINT "checkin_keys_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkins" ADD CONSTRAINT "checkins_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkins" ADD CONSTRAINT "checkins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_checkins" ADD CONSTRAINT "deleted_checkins_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_uploads" ADD CONSTRAINT "photo_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taken_back" ADD CONSTRAINT "taken_back_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_checkin_id_checkins_id_fk" FOREIGN KEY ("checkin_id") REFERENCES "public"."checkins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_sends" ADD CONSTRAINT "invitation_sends_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_owner_offer_id_users_id_fk" FOREIGN KEY ("owner_offer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_previous_id_missions_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."missions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkin_reads" ADD CONSTRAINT "checkin_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkin_reads" ADD CONSTRAINT "checkin_reads_checkin_id_checkins_id_fk" FOREIGN KEY ("checkin_id") REFERENCES "public"."checkins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_checkin_id_checkins_id_fk" FOREIGN KEY ("checkin_id") REFERENCES "public"."checkins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_checkin_id_checkins_id_fk" FOREIGN KEY ("checkin_id") REFERENCES "public"."checkins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_sends" ADD CONSTRAINT "reminder_sends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_sends" ADD CONSTRAINT "reminder_sends_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_checkin_id_checkins_id_fk" FOREIGN KEY ("checkin_id") REFERENCES "public"."checkins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_sends" ADD CONSTRAINT "digest_sends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archived_asked_days" ADD CONSTRAINT "archived_asked_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archived_days" ADD CONSTRAINT "archived_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rest_days" ADD CONSTRAINT "rest_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_changes" ADD CONSTRAINT "zone_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "api_tokens_expiry" ON "api_tokens" USING btree ("expires_at") WHERE "api_tokens"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_sign_ins_last" ON "known_sign_ins" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "reset_tokens_user" ON "reset_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_last_used" ON "sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "users_plan_end" ON "users" USING btree ("subscription_ends_at") WHERE "users"."subscription_tier" = 'pro';--> statement-breakpoint
CREATE INDEX "users_timezone" ON "users" USING btree ("timezone");--> statement-breakpoint
CREATE INDEX "users_avatar_folder" ON "users" USING btree (left("avatar_key", 44) collate "C") WHERE "users"."avatar_key" is not null;--> statement-breakpoint
CREATE INDEX "paid_invoices_day" ON "paid_invoices" USING btree ("paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_open" ON "payment_sessions" USING btree ("user_id") WHERE "payment_sessions"."status" in ('new', 'open');--> statement-breakpoint
CREATE INDEX "payment_sessions_user" ON "payment_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_sessions_created" ON "payment_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_live" ON "subscriptions" USING btree ("period_end") WHERE "subscriptions"."status" in ('active', 'past_due');--> statement-breakpoint
CREATE INDEX "checkin_keys_mission" ON "checkin_keys" USING btree ("mission_id");--> statement-breakpoint
CREATE INDEX "checkins_feed" ON "checkins" USING btree ("mission_id","id");--> statement-breakpoint
CREATE INDEX "checkins_hidden_at" ON "checkins" USING btree ("mission_id","hidden_at") WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX "checkins_user_day" ON "checkins" USING btree ("user_id","local_day","mission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkins_photo_key" ON "checkins" USING btree (photo_key collate "C") WHERE photo_key is not null;--> statement-breakpoint
CREATE INDEX "deleted_checkins_mission" ON "deleted_checkins" USING btree ("mission_id","deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_checkins_at" ON "deleted_checkins" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "photo_uploads_user" ON "photo_uploads" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "taken_back_at" ON "taken_back" USING btree ("taken_back_at");--> statement-breakpoint
CREATE INDEX "comments_checkin" ON "comments" USING btree ("checkin_id","id");--> statement-breakpoint
CREATE INDEX "comments_parent" ON "comments" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "mentions_user" ON "mentions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invitation_mails_address" ON "invitation_mails" USING btree ("address_hash","sent_at");--> statement-breakpoint
CREATE INDEX "invitation_mails_sent" ON "invitation_mails" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "invitation_sends_sender" ON "invitation_sends" USING btree ("sender_id","sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_pending" ON "invitations" USING btree ("mission_id","invitee_email") WHERE "invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_mission" ON "invitations" USING btree ("mission_id","invitee_email");--> statement-breakpoint
CREATE INDEX "invitations_inbox" ON "invitations" USING btree ("invitee_email") WHERE "invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_sender" ON "invitations" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("name","run_at","id") WHERE "jobs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("state","ended_at") WHERE "jobs"."state" in ('done', 'failed');--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id") WHERE "members"."left_at" is null;--> statement-breakpoint
CREATE INDEX "members_user_ever" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "members_open_reward" ON "members" USING btree ("mission_id") WHERE "members"."reward_earned" and "members"."reward_done_at" is null;--> statement-breakpoint
CREATE INDEX "nudges_from" ON "nudges" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "nudges_to" ON "nudges" USING btree ("to_id");--> statement-breakpoint
CREATE INDEX "missions_owner" ON "missions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "missions_owner_offer" ON "missions" USING btree ("owner_offer_id") WHERE "missions"."owner_offer_id" is not null;--> statement-breakpoint
CREATE INDEX "missions_open_end" ON "missions" USING btree ("end_date") WHERE "missions"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "missions_open_start" ON "missions" USING btree ("start_date") WHERE "missions"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "checkin_reads_checkin" ON "checkin_reads" USING btree ("checkin_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_checkin" ON "notifications" USING btree ("checkin_id");--> statement-breakpoint
CREATE INDEX "notifications_invitation" ON "notifications" USING btree ("invitation_id") WHERE "notifications"."invitation_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_comment" ON "notifications" USING btree ("comment_id") WHERE "notifications"."comment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_reaction_once" ON "notifications" USING btree ("checkin_id","actor_id","reaction_type","user_id") WHERE "notifications"."type" = 'reaction';--> statement-breakpoint
CREATE INDEX "notifications_mission" ON "notifications" USING btree ("mission_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "reactions_user" ON "reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reminder_sends_mission" ON "reminder_sends" USING btree ("mission_id");--> statement-breakpoint
CREATE INDEX "reminder_sends_due" ON "reminder_sends" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "reminders_user" ON "reminders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reminders_time" ON "reminders" USING btree ("hour","minute") WHERE "reminders"."is_on";--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_checkin_once" ON "reports" USING btree ("reporter_id","checkin_id") WHERE "reports"."kind" = 'checkin';--> statement-breakpoint
CREATE UNIQUE INDEX "reports_comment_once" ON "reports" USING btree ("reporter_id","comment_id") WHERE "reports"."kind" = 'comment';--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("id") WHERE "reports"."status" = 'open';--> statement-breakpoint
CREATE INDEX "reports_author" ON "reports" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "reports_checkin" ON "reports" USING btree ("checkin_id");--> statement-breakpoint
CREATE INDEX "reports_comment" ON "reports" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "reports_mission" ON "reports" USING btree ("mission_id");--> statement-breakpoint
CREATE INDEX "user_settings_push_of_checkins" ON "user_settings" USING btree ("user_id") WHERE 'checkin' = any("user_settings"."push_types");--> statement-breakpoint
CREATE INDEX "archived_asked_days_user" ON "archived_asked_days" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pauses_user" ON "pauses" USING btree ("user_id","from_day");--> statement-breakpoint
CREATE INDEX "zone_changes_user" ON "zone_changes" USING btree ("user_id","changed_at");--> statement-breakpoint
CREATE INDEX "webhook_claims_age" ON "webhook_claims" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("webhook_id") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_checkin" ON "webhook_deliveries" USING btree ("checkin_id") WHERE "webhook_deliveries"."checkin_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_comment" ON "webhook_deliveries" USING btree ("comment_id") WHERE "webhook_deliveries"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_actor" ON "webhook_deliveries" USING btree ("actor_id") WHERE "webhook_deliveries"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "webhooks_mission" ON "webhooks" USING btree ("mission_id") WHERE "webhooks"."mission_id" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_token" ON "webhooks" USING btree ("token_id") WHERE "webhooks"."token_id" is not null;
--> statement-breakpoint
-- Counters of the rate limits that hold over instances and restarts. Without a write-ahead log: a crash may empty them.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
-- Ids are UUIDv7 (they sort by time). PostgreSQL has its own from 18 on; the product runs on 15 and newer.
-- A random v4 gets the milliseconds as its first 48 bits, and two more bits of the version nibble (4 to 7).
CREATE FUNCTION uuid7(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
--> statement-breakpoint
-- The smallest id that uuid7 can make at an instant; null for null. STABLE, as date_part is, so that PostgreSQL puts
-- the expression into the statement in place of calling a function.
CREATE FUNCTION uuid7_floor(at timestamptz) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
--> statement-breakpoint
-- The audit log is for good: rows are added and never changed, whoever asks, the product itself included.
CREATE FUNCTION audit_log_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log cannot be changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_for_good BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_for_good();
