CREATE TABLE "paid_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"returned" integer NOT NULL,
	"paid_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "paid_invoices_cents" CHECK ("paid_invoices"."amount" >= 0 and "paid_invoices"."returned" between 0 and "paid_invoices"."amount")
);
--> statement-breakpoint
CREATE INDEX "paid_invoices_day" ON "paid_invoices" USING btree ("paid_at");