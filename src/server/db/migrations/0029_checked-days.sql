ALTER TABLE "members" ADD COLUMN "checked_days" "bytea";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "checked_days_from" date;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "last_checkin_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "checkin_keys_mission" ON "checkin_keys" USING btree ("mission_id");