ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp(3) with time zone;--> statement-breakpoint
-- Accounts that were created before addresses had to be proved go on as they are.
UPDATE "users" SET "email_verified_at" = "created_at" WHERE "deleted_at" IS NULL;
