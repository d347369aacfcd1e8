ALTER TABLE "checkins" DROP CONSTRAINT "checkins_hidden";--> statement-breakpoint
ALTER TABLE "nudges" DROP CONSTRAINT "nudges_mission_id_to_id_day_from_id_pk";--> statement-breakpoint
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_mission_id_day_to_id_from_id_pk" PRIMARY KEY("mission_id","day","to_id","from_id");--> statement-breakpoint
ALTER TABLE "checkins" ADD COLUMN "hidden_by" text;--> statement-breakpoint
ALTER TABLE "checkins" ADD CONSTRAINT "checkins_hidden_by" CHECK (hidden_by in ('owner', 'operator'));--> statement-breakpoint
ALTER TABLE "checkins" ADD CONSTRAINT "checkins_hidden" CHECK (num_nulls(hidden_at, hidden_reason, hidden_by) in (0, 3));