import type { SquareCloth } from '#domain/doll.ts';
import { isolate } from '#platform/i18n/isolate.ts';
import { MOON, SIDE, SQUARES, type Square, type Tone } from './squares.ts';

/** The quilt to draw. Squares are requested one by one, because only visible squares are needed. */
export interface QuiltData {
  readonly rows: readonly { readonly label: string; readonly cloth: SquareCloth; readonly own: boolean }[];
  readonly days: number;
  readonly months: readonly { readonly label: string; readonly from: number }[];
  /** Weekday of the first day, 0 for Monday. */
  readonly weekday: number;
  /** A letter for each weekday, Monday first. */
  readonly letters: readonly string[];
  squareAt(row: number, day: number): Square;
  /** Whether everyone who was needed was in. */
  isFull(day: number): boolean;
}

/** Sizes in CSS pixels. */
export interface Scale {
  readonly cell: number;
  readonly row: number;
  readonly names: number;
  readonly head: number;
}

export interface View {
  /** Horizontal scroll distance from the first day. */
  readonly start: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Whether names are on the right and days run to the left. */
  readonly mirrored: boolean;
}

export type Palette = Record<'card' | 'ink' | 'hem' | Tone, string>;

/** The smallest column with room for a weekday letter, and the smallest row with room for a name. */
const LETTER_CELL = 11;
const NAME_ROW = 13;

/** Header heights: months only, and months with weekday letters below. */
const HEAD = 26;
const HEAD_LETTERS = 42;

/** Fits the whole quilt into the view, however thin its columns and rows become. */
export function scaleToFit(view: { width: number; height: number }, rows: number, days: number): Scale {
  const row = Math.min(20, Math.max(3, Math.floor((view.height - HEAD_LETTERS) / Math.max(rows, 1))));
  const names = row >= NAME_ROW ? Math.min(128, Math.round(view.width * 0.2)) : 14;
  const cell = Math.min(18, (view.width - names) / Math.max(days, 1));
  return { cell, row, names, head: cell >= LETTER_CELL ? HEAD_LETTERS : HEAD };
}

/** Makes each day readable: squares of 24 px plus the gaps of `drawSquare`. */
export function scaleToRead(view: { width: number }): Scale {
  return { cell: 25, row: 26, names: Math.min(140, Math.round(view.width * 0.28)), head: HEAD_LETTERS };
}

type Context = CanvasRenderingContext2D;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Returns the left edge of a box of width `wide` that starts `start` pixels from the names' edge. */
const leftOf = ({ mirrored, width }: View, start: number, wide = 0): number =>
  mirrored ? width - start - wide : start;

/** Draws a day that is open or still to come as a dashed outline. */
function drawPlace(context: Context, { x, y, w, h }: Box, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.4;
  context.setLineDash([3, 2.5]);
  context.beginPath();
  context.roundRect(x + 1, y + 1, w - 2, h - 2, 4);
  context.stroke();
  context.setLineDash([]);
}

/** Draws in drawing units, centered in the box. */
function drawSign(context: Context, { x, y, w, h }: Box, draw: () => void): void {
  const scale = Math.min(w, h) / SIDE;
  context.save();
  context.translate(x + (w - SIDE * scale) / 2, y + (h - SIDE * scale) / 2);
  context.scale(scale, scale);
  draw();
  context.restore();
}

function drawStitch(context: Context, box: Box, { mark, thread, width }: SquareCloth): void {
  if (box.w < 12) return;
  drawSign(context, box, () => {
    context.globalAlpha = 0.9;
    context.strokeStyle = thread;
    context.lineWidth = width;
    context.lineCap = 'round';
    context.stroke(new Path2D(mark));
  });
}

const drawMoon = (context: Context, box: Box, colour: string): void =>
  drawSign(context, box, () => {
    context.fillStyle = colour;
    context.fill(new Path2D(MOON));
  });

/** Draws the hem of a full day and returns the box inside it. */
function drawHem(context: Context, { x, y, w, h }: Box, colour: string): Box {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(x + 1, y + 1, w - 2, h - 2, 4);
  context.stroke();
  return { x: x + 3, y: y + 3, w: w - 6, h: h - 6 };
}

/** The smallest square with room for a hem. The header shows the hem for smaller squares. */
const HEM_CELL = 14;

function drawSquare(
  context: Context,
  { square, cloth, hemmed }: { square: Square; cloth: SquareCloth; hemmed: boolean },
  { x, y, width, height }: DOMRectReadOnly,
  palette: Palette,
): void {
  if (square === 'before') return;
  const { shape, tone, sign } = SQUARES[square];
  const colour = tone ? palette[tone] : cloth.field;
  const gap = width >= 6 ? 1 : width >= 3 ? 0.5 : 0;
  const high = height >= 8 ? 2 : height >= 5 ? 1 : 0.5;
  const edge = { x, y, w: width - gap, h: height - high };
  const hasHem = hemmed && Math.min(width, height) >= HEM_CELL;
  const box = hasHem ? drawHem(context, edge, palette.hem) : edge;
  if (shape === 'place') {
    if (!hasHem && width >= (square === 'later' ? 14 : 6)) drawPlace(context, box, colour);
    return;
  }
  const inset = shape === 'small' ? 0.2 : 0;
  const [w, h] = [box.w * (1 - 2 * inset), box.h * (1 - 2 * inset)];
  context.fillStyle = colour;
  context.beginPath();
  const [left, top] = [box.x + box.w * inset, box.y + box.h * inset];
  if (width >= 8) context.roundRect(left, top, w, h, shape === 'small' || hasHem ? 2.5 : 4);
  else context.rect(left, top, w, h);
  context.fill();
  if (sign === 'stitch') drawStitch(context, box, cloth);
  if (sign === 'moon') drawMoon(context, box, palette['star-ink']);
}

function drawHead(context: Context, quilt: QuiltData, scale: Scale, view: View, palette: Palette, font: string): void {
  const { names, head, cell } = scale;
  context.fillStyle = palette.card;
  context.fillRect(0, 0, view.width, head);
  context.textBaseline = 'middle';
  context.textAlign = view.mirrored ? 'right' : 'left';
  context.font = `600 12px ${font}`;
  context.save();
  context.beginPath();
  context.rect(leftOf(view, names, view.width - names), 0, view.width - names, view.height);
  context.clip();
  quilt.months.forEach(({ label, from }, at) => {
    const start = names + from * cell - view.start;
    const end = names + (quilt.months[at + 1]?.from ?? quilt.days) * cell - view.start;
    if (end < names || start > view.width) return;
    context.strokeStyle = palette.line;
    context.lineWidth = 1;
    if (from > 0) {
      const x = leftOf(view, Math.round(start) - 0.5);
      context.beginPath();
      context.moveTo(x, 4);
      context.lineTo(x, view.height);
      context.stroke();
    }
    // The month's name stays visible as long as a part of the month is.
    const text = Math.max(start + 3, names + 3);
    if (end - text < context.measureText(label).width) return;
    context.fillStyle = palette.ink;
    context.fillText(label, leftOf(view, text), 11);
  });
  const first = Math.max(0, Math.floor(view.start / cell));
  const last = Math.min(quilt.days, Math.ceil((view.start + view.width - names) / cell));
  context.fillStyle = palette.hem;
  for (let day = first; day < last; day++)
    if (quilt.isFull(day)) context.fillRect(leftOf(view, names + day * cell - view.start, cell), head - 2, cell, 2);
  if (cell >= LETTER_CELL) {
    context.textAlign = 'center';
    for (let day = first; day < last; day++) {
      const weekday = (quilt.weekday + day) % 7;
      context.font = `${weekday === 0 ? 700 : 400} 11px ${font}`;
      context.fillStyle = weekday > 4 ? palette['star-ink'] : palette['ink-2'];
      context.fillText(quilt.letters[weekday]!, leftOf(view, names + (day + 0.5) * cell - view.start), head - 11);
    }
  } else {
    context.fillStyle = palette['ink-2'];
    // A mark on every Monday.
    for (let day = (7 - quilt.weekday) % 7; day < quilt.days; day += 7)
      context.fillRect(leftOf(view, names + day * cell - view.start, 1), head - 6, 1, 4);
  }
  context.restore();
}

function shorten(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let cut = text;
  while (cut.length > 1 && context.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

export function drawQuilt(
  context: Context,
  quilt: QuiltData,
  { scale, view, palette, font }: { scale: Scale; view: View; palette: Palette; font: string },
): void {
  const { cell, row: height, names, head } = scale;
  context.fillStyle = palette.card;
  context.fillRect(0, 0, view.width, view.height);
  const firstRow = Math.max(0, Math.floor(view.top / height));
  const lastRow = Math.min(quilt.rows.length, Math.ceil((view.top + view.height - head) / height));
  const firstDay = Math.max(0, Math.floor(view.start / cell));
  const lastDay = Math.min(quilt.days, Math.ceil((view.start + view.width - names) / cell));
  for (let at = firstRow; at < lastRow; at++) {
    const y = head + at * height - view.top;
    for (let day = firstDay; day < lastDay; day++) {
      const x = leftOf(view, names + day * cell - view.start, cell);
      drawSquare(
        context,
        { square: quilt.squareAt(at, day), cloth: quilt.rows[at]!.cloth, hemmed: quilt.isFull(day) },
        new DOMRectReadOnly(x, y, cell, height),
        palette,
      );
    }
  }
  context.fillStyle = palette.card;
  context.fillRect(leftOf(view, 0, names), 0, names, view.height);
  context.textBaseline = 'middle';
  context.textAlign = view.mirrored ? 'right' : 'left';
  for (let at = firstRow; at < lastRow; at++) {
    const { label, own, cloth } = quilt.rows[at]!;
    const y = head + at * height - view.top;
    if (height >= NAME_ROW) {
      context.font = `${own ? 700 : 500} 12px ${font}`;
      context.fillStyle = palette.ink;
      const name = isolate(shorten(context, label, names - 8), view.mirrored ? 'rtl' : 'ltr');
      context.fillText(name, leftOf(view, 0), y + height / 2);
    } else if (own) {
      context.fillStyle = cloth.field;
      context.fillRect(leftOf(view, 2, 8), y, 8, Math.max(3, height));
    }
  }
  drawHead(context, quilt, scale, view, palette, font);
}
