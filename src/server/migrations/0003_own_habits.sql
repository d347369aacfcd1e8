ALTER TABLE "members" ADD COLUMN "own_habit" text;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "habit" text DEFAULT 'shared' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_own_habit_length" CHECK (char_length(own_habit) between 1 and 80);--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_habit" CHECK (habit in ('shared', 'own'));