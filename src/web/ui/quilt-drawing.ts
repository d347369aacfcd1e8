import type { Square } from './team-quilt.tsx';

/** What is drawn: squares by row and day, never more of them at once than the screen holds. */
export interface SquareColour {
  readonly rows: readonly { readonly label: string; readonly colour: string; readonly own: boolean }[];
  readonly days: number;
  readonly months: readonly { readonly label: string; readonly from: number }[];
  /** Weekday of the first day, 0 for Monday. */
  readonly weekday: number;
  squareAt(row: number, day: number): Square;
}

/** Sizes in CSS pixels. */
export interface Scale {
  readonly cell: number;
  readonly row: number;
  readonly names: number;
  readonly head: number;
}

export interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Palette = Record<'card' | 'sunk' | 'line' | 'ink' | 'ink-2' | 'star-ink', string>;

const LETTERS = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];
/** From this width on a day has its letter, and from this height on a row its name. */
const LETTER_CELL = 11;
const NAME_ROW = 13;
const THREAD = '#2C1838';

/** Height of the months alone, and with a letter for each day below them. */
const HEAD = 26;
const HEAD_LETTERS = 42;

/** Everything within the view: a day may become a hair and a row a thread. */
export function scaleWhole(view: { width: number; height: number }, rows: number, days: number): Scale {
  const row = Math.min(20, Math.max(3, Math.floor((view.height - HEAD_LETTERS) / Math.max(rows, 1))));
  const names = row >= NAME_ROW ? Math.min(128, Math.round(view.width * 0.2)) : 14;
  const cell = Math.min(18, (view.width - names) / Math.max(days, 1));
  return { cell, row, names, head: cell >= LETTER_CELL ? HEAD_LETTERS : HEAD };
}

/** Large enough to read each day. */
export function scaleClose(view: { width: number }): Scale {
  return { cell: 18, row: 22, names: Math.min(140, Math.round(view.width * 0.28)), head: HEAD_LETTERS };
}

type Pen = CanvasRenderingContext2D;

function drawSquare(pen: Pen, square: Square, colour: string, box: DOMRectReadOnly, palette: Palette): void {
  const { x, y, width, height } = box;
  const gap = width >= 6 ? 1 : width >= 3 ? 0.5 : 0;
  const high = height >= 8 ? 2 : height >= 5 ? 1 : 0.5;
  const [w, h] = [width - gap, height - high];
  if (square === 'before') return;
  if (square === 'open' || square === 'later') {
    if (width < (square === 'later' ? 14 : 6)) return;
    pen.strokeStyle = square === 'open' ? palette['ink-2'] : palette.line;
    pen.lineWidth = 1;
    pen.setLineDash([3, 2.5]);
    pen.beginPath();
    pen.roundRect(x + 1, y + 1, w - 2, h - 2, 4);
    pen.stroke();
    pen.setLineDash([]);
    return;
  }
  pen.fillStyle = square === 'sewn' ? colour : palette.sunk;
  pen.beginPath();
  if (width >= 8) pen.roundRect(x, y, w, h, 4);
  else pen.rect(x, y, w, h);
  pen.fill();
  if (square === 'sewn' && width >= 14) {
    const [cx, cy] = [x + w / 2, y + h / 2];
    pen.strokeStyle = THREAD;
    pen.globalAlpha = 0.38;
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(cx - 3, cy - 3);
    pen.lineTo(cx + 3, cy + 3);
    pen.moveTo(cx + 3, cy - 3);
    pen.lineTo(cx - 3, cy + 3);
    pen.stroke();
    pen.globalAlpha = 1;
  }
  if (square === 'rest') {
    pen.fillStyle = palette['star-ink'];
    pen.beginPath();
    pen.arc(x + w / 2, y + h / 2, Math.max(0.8, Math.min(w, h) / 5), 0, 7);
    pen.fill();
  }
}

function drawHead(pen: Pen, cloth: SquareColour, scale: Scale, view: View, palette: Palette, font: string): void {
  const { names, head, cell } = scale;
  pen.fillStyle = palette.card;
  pen.fillRect(0, 0, view.width, head);
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  pen.font = `600 12px ${font}`;
  pen.save();
  pen.beginPath();
  pen.rect(names, 0, view.width - names, view.height);
  pen.clip();
  cloth.months.forEach(({ label, from }, at) => {
    const x = names + from * cell - view.left;
    const end = names + (cloth.months[at + 1]?.from ?? cloth.days) * cell - view.left;
    if (end < names || x > view.width) return;
    pen.strokeStyle = palette.line;
    pen.lineWidth = 1;
    if (from > 0) {
      pen.beginPath();
      pen.moveTo(Math.round(x) - 0.5, 4);
      pen.lineTo(Math.round(x) - 0.5, view.height);
      pen.stroke();
    }
    // The name stays in sight while any of the month is.
    const text = Math.max(x + 3, names + 3);
    if (end - text < pen.measureText(label).width) return;
    pen.fillStyle = palette.ink;
    pen.fillText(label, text, 11);
  });
  if (cell >= LETTER_CELL) {
    pen.textAlign = 'center';
    const first = Math.max(0, Math.floor(view.left / cell));
    const last = Math.min(cloth.days, Math.ceil((view.left + view.width - names) / cell));
    for (let day = first; day < last; day++) {
      const weekday = (cloth.weekday + day) % 7;
      pen.font = `${weekday === 0 ? 700 : 400} 11px ${font}`;
      pen.fillStyle = weekday > 4 ? palette['star-ink'] : palette['ink-2'];
      pen.fillText(LETTERS[weekday]!, names + (day + 0.5) * cell - view.left, head - 11);
    }
  } else {
    pen.fillStyle = palette['ink-2'];
    // A tick on every Monday.
    for (let day = (7 - cloth.weekday) % 7; day < cloth.days; day += 7)
      pen.fillRect(names + day * cell - view.left, head - 6, 1, 4);
  }
  pen.restore();
}

/** The text, or its beginning where it is too long. */
function shorten(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  let cut = text;
  while (cut.length > 1 && pen.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/** Draws the part of the quilt that is in sight; names and months stay at the edges. */
export function drawQuilt(
  pen: Pen,
  cloth: SquareColour,
  { scale, view, palette, font }: { scale: Scale; view: View; palette: Palette; font: string },
): void {
  const { cell, row: height, names, head } = scale;
  pen.fillStyle = palette.card;
  pen.fillRect(0, 0, view.width, view.height);
  const firstRow = Math.max(0, Math.floor(view.top / height));
  const lastRow = Math.min(cloth.rows.length, Math.ceil((view.top + view.height - head) / height));
  const firstDay = Math.max(0, Math.floor(view.left / cell));
  const lastDay = Math.min(cloth.days, Math.ceil((view.left + view.width - names) / cell));
  for (let at = firstRow; at < lastRow; at++) {
    const y = head + at * height - view.top;
    for (let day = firstDay; day < lastDay; day++) {
      const x = names + day * cell - view.left;
      drawSquare(
        pen,
        cloth.squareAt(at, day),
        cloth.rows[at]!.colour,
        new DOMRectReadOnly(x, y, cell, height),
        palette,
      );
    }
  }
  pen.fillStyle = palette.card;
  pen.fillRect(0, 0, names, view.height);
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  for (let at = firstRow; at < lastRow; at++) {
    const { label, own, colour } = cloth.rows[at]!;
    const y = head + at * height - view.top;
    if (height >= NAME_ROW) {
      pen.font = `${own ? 700 : 500} 12px ${font}`;
      pen.fillStyle = palette.ink;
      pen.fillText(shorten(pen, label, names - 8), 0, y + height / 2);
    } else if (own) {
      pen.fillStyle = colour;
      pen.fillRect(2, y, 8, Math.max(3, height));
    }
  }
  drawHead(pen, cloth, scale, view, palette, font);
}
