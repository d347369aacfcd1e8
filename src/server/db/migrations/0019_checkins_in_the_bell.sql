-- Check-ins in the bell are read from the check-ins (docs/decisions/0054).
CREATE TABLE "checkin_reads" (
	"user_id" uuid NOT NULL,
	"checkin_id" uuid NOT NULL,
	CONSTRAINT "checkin_reads_user_id_checkin_id_pk" PRIMARY KEY("user_id","checkin_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "checkins_seen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "returned_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "checkin_reads" ADD CONSTRAINT "checkin_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkin_reads" ADD CONSTRAINT "checkin_reads_checkin_id_checkins_id_fk" FOREIGN KEY ("checkin_id") REFERENCES "public"."checkins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkin_reads_checkin" ON "checkin_reads" USING btree ("checkin_id");--> statement-breakpoint
CREATE INDEX "notifications_of_checkins" ON "notifications" USING btree ("id") WHERE "notifications"."type" = 'checkin';--> statement-breakpoint
CREATE INDEX "user_settings_push_of_checkins" ON "user_settings" USING btree ("user_id") WHERE 'checkin' = any("user_settings"."push_types");--> statement-breakpoint
-- The smallest id that uuid7 can make at an instant; null for null. STABLE, as date_part is, so that PostgreSQL puts
-- the expression into the statement in place of calling a function.
CREATE FUNCTION uuid7_floor(at timestamptz) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
--> statement-breakpoint
-- What is read stays read. Everything older than the oldest unread row was read, even where the row has been purged
-- since; of what is newer, single rows were.
UPDATE users u SET checkins_seen_at = coalesce(
  (SELECT min(n.created_at) - interval '1 millisecond' FROM notifications n
   WHERE n.user_id = u.id AND n.read_at IS NULL AND n.type = 'checkin'), now())
WHERE u.deleted_at IS NULL;
--> statement-breakpoint
INSERT INTO checkin_reads (user_id, checkin_id)
SELECT n.user_id, n.checkin_id FROM notifications n JOIN users u ON u.id = n.user_id
WHERE n.type = 'checkin' AND n.checkin_id IS NOT NULL AND n.read_at IS NOT NULL AND n.created_at > u.checkins_seen_at
ON CONFLICT DO NOTHING;
