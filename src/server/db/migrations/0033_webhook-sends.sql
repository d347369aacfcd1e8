ALTER TABLE "webhooks" ADD COLUMN "next_send_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "sending_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "timeouts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- One word for what cannot be reached.
UPDATE "webhook_deliveries" SET "error" = 'unreachable' WHERE "error" IN ('dns', 'connection', 'address_not_allowed');
