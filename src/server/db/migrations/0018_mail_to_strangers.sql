-- Both tables know addresses by keyed hashes alone and refer to nothing.
CREATE TABLE "invitation_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_stops" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "invitation_mails_address" ON "invitation_mails" USING btree ("address_hash","sent_at");--> statement-breakpoint
CREATE INDEX "invitation_mails_sent" ON "invitation_mails" USING btree ("sent_at");