ALTER TABLE "webhook_deliveries" ADD COLUMN "mission_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "checkin_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "comment_id" uuid;--> statement-breakpoint
CREATE INDEX "missions_open_start" ON "missions" USING btree ("start_date") WHERE "missions"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_checkin" ON "webhook_deliveries" USING btree ("checkin_id") WHERE "webhook_deliveries"."checkin_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_comment" ON "webhook_deliveries" USING btree ("comment_id") WHERE "webhook_deliveries"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_actor" ON "webhook_deliveries" USING btree ("actor_id") WHERE "webhook_deliveries"."actor_id" is not null;