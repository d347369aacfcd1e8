CREATE TABLE "invitation_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sender_id" uuid NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mission_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"invitee_email" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"processed_at" timestamp(3) with time zone,
	CONSTRAINT "invitations_email_lower" CHECK ("invitations"."invitee_email" = lower("invitations"."invitee_email")),
	CONSTRAINT "invitations_message_length" CHECK (char_length(message) <= 500),
	CONSTRAINT "invitations_status" CHECK (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
	CONSTRAINT "invitations_processed" CHECK (("invitations"."status" = 'pending') = ("invitations"."processed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "invitation_sends" ADD CONSTRAINT "invitation_sends_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_sends_sender" ON "invitation_sends" USING btree ("sender_id","sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_pending" ON "invitations" USING btree ("mission_id","invitee_email") WHERE "invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_mission" ON "invitations" USING btree ("mission_id","invitee_email");--> statement-breakpoint
CREATE INDEX "invitations_inbox" ON "invitations" USING btree ("invitee_email") WHERE "invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_sender" ON "invitations" USING btree ("sender_id");