import { addDays } from '#domain/days.ts';
import type { DigestFigures } from '#domain/digest.ts';
import { DIGEST_MISSIONS } from '#domain/limits.ts';
import { hash, patchColoursOf } from '#domain/patch.ts';
import { PALETTES } from '#domain/patch-catalogue.ts';
import { drawing, renderPng, svgElement } from '#platform/images/svg.ts';
import type { DigestMissionRow } from './queries.ts';

const NIGHT = '#2C1838';
const EMPTY = '#3F2850';
const SEAM = '#FFF3E6';
const CELL = 56;
const GAP = 10;
const EDGE = 24;
const DAYS = [0, 1, 2, 3, 4, 5, 6];

export type WeekRow = DigestFigures & DigestMissionRow;

/** Returns the mail's rows for these missions, those with the most check-ins first. */
export function toWeekRows(figures: readonly DigestFigures[], missions: readonly DigestMissionRow[]): WeekRow[] {
  const byMission = new Map(figures.map((one) => [one.mission_id, one]));
  return missions
    .map((mission) => ({ ...byMission.get(mission.mission_id)!, ...mission }))
    .sort((one, other) => other.checked.length - one.checked.length)
    .slice(0, DIGEST_MISSIONS);
}

/** Returns width and height of the picture in units; it is rendered at twice the size, for high-resolution screens. */
export const quiltSize = (rows: number) => ({
  width: 2 * EDGE + 7 * CELL + 6 * GAP,
  height: 2 * EDGE + rows * CELL + (rows - 1) * GAP,
});

function square(x: number, y: number, [field, , accent]: readonly string[], checked: boolean): string {
  const box = { x, y, width: CELL, height: CELL, rx: 10 };
  if (!checked) return svgElement('rect', { ...box, fill: EMPTY });
  const seam = { x: x + 6, y: y + 6, width: CELL - 12, height: CELL - 12, rx: 6, fill: 'none', strokeDasharray: '6 5' };
  const thread = { stroke: SEAM, strokeOpacity: 0.6, strokeWidth: 2, strokeLinecap: 'round' };
  const middle = svgElement('circle', { cx: x + CELL / 2, cy: y + CELL / 2, r: 8, fill: accent! });
  return svgElement('rect', { ...box, fill: field! }) + svgElement('rect', { ...seam, ...thread }) + middle;
}

/**
 * Draws the week as a quilt: a row per mission in its patch colors, with the seven days that its text covers. Days
 * outside the mission stay dark. The week runs in the reading direction of the mail.
 */
export function weekQuilt(rows: readonly WeekRow[], direction: 'ltr' | 'rtl'): Promise<Buffer> {
  const { width, height } = quiltSize(rows.length);
  const column = (at: number) => EDGE + (direction === 'rtl' ? 6 - at : at) * (CELL + GAP);
  const cells = rows.flatMap((row, line) =>
    DAYS.map((at) => ({ at, day: addDays(row.from_day, at) }))
      .filter(({ day }) => day >= row.first_day && day <= row.last_day)
      .map(({ at, day }) =>
        square(
          column(at),
          EDGE + line * (CELL + GAP),
          row.patch ? PALETTES[row.patch.palette] : patchColoursOf(hash(row.mission_id)),
          row.checked.includes(day),
        ),
      ),
  );
  const ground = svgElement('rect', { width, height, rx: 22, fill: NIGHT });
  return renderPng(drawing(width, height, ground, ...cells), 2 * width);
}
