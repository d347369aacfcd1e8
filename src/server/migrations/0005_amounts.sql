CREATE TABLE "amount_writes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mission_id" uuid NOT NULL,
	"local_day" date NOT NULL,
	"client_id" uuid,
	"kind" text NOT NULL,
	"value" numeric(14, 2) NOT NULL,
	"performed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "amount_writes_client_id" UNIQUE("user_id","client_id"),
	CONSTRAINT "amount_writes_kind" CHECK (kind in ('add', 'set')),
	CONSTRAINT "amount_writes_value" CHECK (value between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "day_amounts" (
	"mission_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"local_day" date NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	CONSTRAINT "day_amounts_mission_id_user_id_local_day_pk" PRIMARY KEY("mission_id","user_id","local_day"),
	CONSTRAINT "day_amounts_amount" CHECK (amount between 0 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "amount_total" numeric(14, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "hidden_unit" text;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "amount_target" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "counts_at" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "road_length" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "road_name" text;--> statement-breakpoint
ALTER TABLE "amount_writes" ADD CONSTRAINT "amount_writes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amount_writes" ADD CONSTRAINT "amount_writes_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_amounts" ADD CONSTRAINT "day_amounts_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_amounts" ADD CONSTRAINT "day_amounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "amount_writes_day" ON "amount_writes" USING btree ("user_id","mission_id","local_day");--> statement-breakpoint
CREATE INDEX "amount_writes_mission" ON "amount_writes" USING btree ("mission_id");--> statement-breakpoint
CREATE INDEX "day_amounts_user" ON "day_amounts" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_unit_length" CHECK (char_length(unit) between 1 and 20);--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_amount_target" CHECK (amount_target between 0.01 and 1000000);--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_road_length" CHECK (road_length between 1 and 100000000);--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_road_name_length" CHECK (char_length(road_name) between 1 and 60);--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_counts_at" CHECK (counts_at in ('any', 'target'));--> statement-breakpoint
ALTER TABLE "missions" ADD CONSTRAINT "missions_amounts" CHECK (case when unit is null then num_nonnulls(amount_target, road_length, road_name) = 0 and counts_at = 'any'
        else (counts_at = 'any' or amount_target is not null)
          and (road_name is null or road_length is not null) end);