CREATE TABLE "imported_days" (
	"import_id" uuid NOT NULL,
	"day" date NOT NULL,
	"amount" numeric(12, 2),
	CONSTRAINT "imported_days_import_id_day_pk" PRIMARY KEY("import_id","day"),
	CONSTRAINT "imported_days_amount" CHECK (amount > 0 and amount <= 1000000000)
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"habit" text NOT NULL,
	"unit" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "imports_once" UNIQUE("user_id","source","habit"),
	CONSTRAINT "imports_habit_length" CHECK (char_length(habit) between 1 and 100),
	CONSTRAINT "imports_unit_length" CHECK (char_length(unit) between 1 and 20)
);
--> statement-breakpoint
ALTER TABLE "imported_days" ADD CONSTRAINT "imported_days_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;