ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language" CHECK (char_length(language) <= 35 and language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_last_language" CHECK (char_length(last_language) <= 35 and last_language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$');