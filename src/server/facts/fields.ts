/** Row fields with values from the domain. The fields of plain database types are in platform/db/columns.ts. */
import * as z from 'zod/mini';
import { CLOTH_NAMES, CUT_NAMES, HAT_NAMES } from '#domain/looks.ts';
import { PATCH_MOTIFS, PATCH_OUTLINES, PATCH_PALETTES } from '#domain/patch-names.ts';
import { SCHEDULE_KINDS } from '#domain/schedule.ts';
import { Int } from '#platform/db/columns.ts';

export const Look = z.object({ cloth: z.enum(CLOTH_NAMES), hat: z.enum(HAT_NAMES), cut: z.enum(CUT_NAMES) });

export const Patch = z.object({
  motif: z.enum(PATCH_MOTIFS),
  palette: z.enum(PATCH_PALETTES),
  outline: z.enum(PATCH_OUTLINES),
});

export const ScheduleColumns = z.object({
  schedule_kind: z.enum(SCHEDULE_KINDS),
  schedule_times: z.nullable(Int),
  schedule_days: z.nullable(Int),
});
