CREATE TABLE "daily_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"sign_ups" integer NOT NULL,
	"checkins" integer NOT NULL,
	"counted_at" timestamp(3) with time zone NOT NULL
);
