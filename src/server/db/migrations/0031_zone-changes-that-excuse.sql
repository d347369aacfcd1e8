ALTER TABLE "users" ADD COLUMN "moved_at" timestamp(3) with time zone;--> statement-breakpoint
UPDATE "users" u SET "moved_at" = z.last FROM (
  SELECT "user_id", max("changed_at") AS last FROM "zone_changes" GROUP BY "user_id"
) z WHERE z."user_id" = u."id";--> statement-breakpoint
-- Of the changes of zone those stay that excuse days: they moved the calendar forward, and at most one that did so and
-- excused days came within 7 times 24 hours before.
DO $$
DECLARE
  change record;
  person uuid;
  last timestamptz;
  before_last timestamptz;
  gone uuid[] := '{}';
BEGIN
  DELETE FROM "zone_changes" WHERE "new_day" <= "old_day";
  FOR change IN SELECT "id", "user_id", "changed_at" FROM "zone_changes" ORDER BY "user_id", "changed_at", "id" LOOP
    IF person IS DISTINCT FROM change."user_id" THEN
      person := change."user_id";
      last := NULL;
      before_last := NULL;
    END IF;
    IF before_last > change."changed_at" - interval '168 hours' THEN
      gone := gone || change."id";
    ELSE
      before_last := last;
      last := change."changed_at";
    END IF;
  END LOOP;
  DELETE FROM "zone_changes" WHERE "id" = ANY (gone);
END $$;
