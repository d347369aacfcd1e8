CREATE TABLE "deleted_checkins" (
	"checkin_id" uuid PRIMARY KEY NOT NULL,
	"mission_id" uuid NOT NULL,
	"deleted_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_checkins" ADD CONSTRAINT "deleted_checkins_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_checkins_mission" ON "deleted_checkins" USING btree ("mission_id","deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_checkins_at" ON "deleted_checkins" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "checkins_hidden_at" ON "checkins" USING btree ("mission_id","hidden_at") WHERE hidden_at is not null;