ALTER TABLE "checkins" ADD COLUMN "is_comeback" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "cue" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "reminder_asked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_cue_length" CHECK (char_length(cue) between 1 and 80);--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "source" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_source" CHECK (source in ('email', 'round'));--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "previous_id" uuid;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "board" text DEFAULT 'stars' NOT NULL;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_previous_id_missions_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."missions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_previous_id_unique" UNIQUE("previous_id");--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_board" CHECK (board in ('stars', 'together'));--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_round" CHECK ("missions"."round" >= 1);--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "unanswered" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_unanswered" CHECK (unanswered between 0 and 8);--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_invitation" ON "notifications" USING btree ("invitation_id") WHERE "notifications"."invitation_id" is not null;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK (type in ('checkin', 'reaction', 'comment', 'mention', 'nudge', 'invitation'));