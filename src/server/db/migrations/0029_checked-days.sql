ALTER TABLE "members" ADD COLUMN "checked_days" "bytea";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "checked_days_from" date;