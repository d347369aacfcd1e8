-- Invitations that exist get a public id each; instances of the release before leave it to the default.
ALTER TABLE "invitations" ADD COLUMN "public_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_public_id_unique" UNIQUE("public_id");--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "removed_at" timestamp(3) with time zone;
