DROP INDEX "reminders_hour";--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "minute" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "reminders_time" ON "reminders" USING btree ("hour","minute") WHERE "reminders"."is_on";--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_minute" CHECK (minute in (0, 15, 30, 45));