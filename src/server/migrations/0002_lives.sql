CREATE TABLE "standing_ends" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "rest_days" "bytea";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "counted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "planned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "standing_ends" ADD CONSTRAINT "standing_ends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "standing_ends_at" ON "standing_ends" USING btree ("at");--> statement-breakpoint
INSERT INTO "standing_ends" ("user_id", "at") SELECT "id", '-infinity' FROM "users" WHERE "streak_last_day" IS NOT NULL AND "deleted_at" IS NULL;
