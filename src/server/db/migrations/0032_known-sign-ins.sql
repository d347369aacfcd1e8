CREATE TABLE "known_sign_ins" (
	"user_id" uuid NOT NULL,
	"network_hash" "bytea" NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_sign_ins_user_id_network_hash_device_hash_pk" PRIMARY KEY("user_id","network_hash","device_hash")
);
--> statement-breakpoint
ALTER TABLE "user_settings" ADD COLUMN "new_device_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "known_sign_ins" ADD CONSTRAINT "known_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_sign_ins_last" ON "known_sign_ins" USING btree ("last_at");