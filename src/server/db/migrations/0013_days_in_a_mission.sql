DROP INDEX "checkins_user_day";--> statement-breakpoint
CREATE INDEX "checkins_user_day" ON "checkins" USING btree ("user_id","local_day","mission_id");