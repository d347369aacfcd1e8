CREATE SEQUENCE "public"."payment_tickets" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
ALTER TABLE "users" ADD COLUMN "subscription_period_end" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subscription_ends_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_open" ON "payment_sessions" USING btree ("user_id") WHERE "payment_sessions"."status" in ('new', 'open');--> statement-breakpoint
CREATE INDEX "payment_sessions_user" ON "payment_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_sessions_created" ON "payment_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_live" ON "subscriptions" USING btree ("period_end") WHERE "subscriptions"."status" in ('active', 'past_due');--> statement-breakpoint
CREATE INDEX "users_plan_end" ON "users" USING btree ("subscription_ends_at") WHERE "users"."subscription_tier" = 'pro';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_customer_id_unique" UNIQUE("customer_id");