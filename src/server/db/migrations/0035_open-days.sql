ALTER TABLE "users" ADD COLUMN "open_streak" integer;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "open_streak" integer;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "days" smallint;--> statement-breakpoint
ALTER TABLE "archived_plans" ADD COLUMN "joined_day" date;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_days" CHECK ("reminders"."days" between 1 and 127);