/**
 * The picture of a share link, as SVG of ours that resvg renders. Its letters are outlines, set by fontkit from the
 * fonts of the screens: resvg reads no woff2, and so no font of the machine can change the picture, and nothing of a
 * title is in the markup. Sharp's own loader of SVG stays off, because it would read what strangers upload as well.
 */

import { completionPercentage } from '#domain/completion.ts';
import { FLAME } from '#domain/flame.ts';
import { RAYS } from '#domain/patch.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import type { Translate } from '#messages/translate.ts';
import { writePercentage } from '../../language/figures.ts';
import { translateFor } from '../../language/translate-for.ts';
import { balance, ellipsize, wrap } from './line-breaking.ts';
import { patchSvg, shapeSvg } from './patch-svg.ts';
import { drawing, renderPng, svgElement } from './svg.ts';
import { type Lettering, openLetters } from './text-outlines.ts';

/** What a share link shows: the mission's title and the figures of one member, nothing about anybody else. */
export interface SharedFigures {
  /** The tag of the language of that member. */
  readonly language: string;
  readonly mission_id: string;
  readonly patch: ChosenPatch | null;
  readonly title: string;
  readonly is_daily: boolean;
  readonly counted_checkins: number;
  readonly planned_days: number;
  readonly completed_at: string | null;
  readonly points: number;
  readonly checkins_count: number;
  readonly longest_streak: number;
}

/** In pixels: 1.91 to 1, the format of social networks. */
export const PICTURE = { width: 1200, height: 630 } as const;

const NIGHT = '#2C1838';
const HILL = '#3A2148';
const FIRE = '#F0532B';
const STAR = '#FFBC3B';
const LIGHT = '#FFF3E6';
const SOFT = '#D9C3DA';

const LEFT = 560;
const RIGHT = 1128;
const COLUMN = RIGHT - LEFT;
/** The middle of the patch. */
const CENTRE = 285;
/** Font sizes of the title, each with its number of lines; the largest that fits is used. */
const TITLES = [
  [76, 2],
  [62, 3],
  [50, 3],
] as const;

const at = (x: number, y: number, scale: number, ...children: string[]) =>
  svgElement('g', { transform: `translate(${x} ${y}) scale(${scale})` }, ...children);
const ink = (fill: string, d: string) => svgElement('path', { d, fill });

const ground = [
  svgElement('rect', { ...PICTURE, fill: NIGHT }),
  ink(HILL, 'M0 556Q250 470 560 532T1200 500V630H0Z'),
  svgElement('rect', {
    x: 20,
    y: 20,
    width: PICTURE.width - 40,
    height: PICTURE.height - 40,
    rx: 26,
    fill: 'none',
    stroke: STAR,
    strokeOpacity: 0.45,
    strokeWidth: 3,
    strokeDasharray: '13 11',
    strokeLinecap: 'round',
  }),
].join('');

/** The title in lines, or null when the fonts lack some of its letters. */
async function title(text: string): Promise<{ set: Lettering; size: number; lines: string[] } | null> {
  const letters = await openLetters('gabarito', 800, text);
  const { readable } = letters;
  if (!readable) return null;
  for (const [size, lines_max] of TITLES) {
    const set = letters.at(size);
    const lines = wrap(readable, COLUMN, set.width);
    if (lines.length <= lines_max) return { set, size, lines: balance(readable, COLUMN, set.width) };
    if (size === TITLES.at(-1)![0]) return { set, size, lines: ellipsize(lines, lines_max, COLUMN, set.width) };
  }
  return null;
}

const headingOf = (t: Translate, { completed_at }: SharedFigures) =>
  t(completed_at === null ? 'server.share.picture.running' : 'server.share.picture.completed');

/** The figures, each with its name. */
const columnsOf = (t: Translate, shared: SharedFigures): [string, string][] => [
  [t.number(shared.points), t('server.share.picture.points', { points: shared.points })],
  [t.number(shared.checkins_count), t('server.share.picture.checkins', { checkins: shared.checkins_count })],
  [t.number(shared.longest_streak), t('server.share.picture.streak')],
  [
    writePercentage(t, completionPercentage(shared)),
    t(shared.is_daily ? 'server.share.picture.of_days' : 'server.share.picture.of_plan'),
  ],
];

/** What makes the words of the picture: those of the member's language, if the fonts have its letters, or English. */
async function translateShown(shared: SharedFigures): Promise<Translate> {
  const t = translateFor(shared.language);
  const words = [headingOf(t, shared), ...columnsOf(t, shared).flat()];
  const { readable } = await openLetters('figtree', 500, words.join(' '));
  return readable === null ? translateFor('en') : t;
}

/**
 * A line in a colour, with its baseline at y. `start` is where it begins: the distance from the left side or, where the
 * language is read from right to left, from the right side, since the picture is mirrored there.
 */
function lineOf(t: Translate, { set, text, start, y, fill }: PlacedLine): string {
  const x = t.language.direction === 'ltr' ? start : PICTURE.width - start - set.width(text);
  return ink(fill, set.path(text, x, y));
}

interface PlacedLine {
  readonly set: Lettering;
  readonly text: string;
  readonly start: number;
  readonly y: number;
  readonly fill: string;
}

/** Sizes of the names of the figures; the largest that leaves them apart is used. */
const NAMES = [25, 22, 19] as const;
const GAP_MAX = 44;
const GAP_MIN = 16;

/** The names of the figures, the widths of the columns and the gap between them. */
function columnsAt(columns: readonly [string, string][], number: Lettering, name: Lettering) {
  const widths = columns.map(([value, label]) => Math.max(number.width(value), name.width(label)));
  const room = COLUMN - widths.reduce((sum, width) => sum + width, 0);
  return { name, widths, gap: Math.min(GAP_MAX, room / (columns.length - 1)) };
}

async function figures(t: Translate, shared: SharedFigures): Promise<string> {
  const { direction } = t.language;
  const columns = columnsOf(t, shared);
  const numbers = await openLetters('gabarito', 800, columns.map(([value]) => value).join(' '));
  const names = await openLetters('figtree', 500, columns.map(([, name]) => name).join(' '));
  const number = numbers.at(46, direction);
  const tried = NAMES.map((size) => columnsAt(columns, number, names.at(size, direction)));
  const { name, widths, gap } = tried.find((one) => one.gap >= GAP_MIN) ?? tried.at(-1)!;
  let start = LEFT;
  return columns
    .map(([value, label], index) => {
      const column = [
        lineOf(t, { set: number, text: value, start, y: 500, fill: LIGHT }),
        lineOf(t, { set: name, text: label, start, y: 540, fill: SOFT }),
      ];
      start += widths[index]! + gap;
      return column.join('');
    })
    .join('');
}

/** Arabic letters reach further up and down, and Han characters fill their lines. */
const lineHeightOf = (text: string) =>
  /\p{Script=Arabic}/u.test(text) ? 1.3 : /\p{Script=Han}/u.test(text) ? 1.2 : 1.08;

/** The heading, and the title if the fonts can show it, vertically centred above the figures. */
async function words(t: Translate, shared: SharedFigures): Promise<string> {
  const heading = headingOf(t, shared);
  const set = await title(shared.title);
  if (!set) {
    const alone = (await openLetters('gabarito', 800, heading)).at(76, t.language.direction);
    const lines = balance(heading, COLUMN, alone.width);
    return lines
      .map((text, index) => lineOf(t, { set: alone, text, start: LEFT, y: 268 + index * 82, fill: LIGHT }))
      .join('');
  }
  const small = (await openLetters('gabarito', 700, heading)).at(30, t.language.direction);
  const step = set.size * lineHeightOf(shared.title);
  const first = 290 - ((set.lines.length - 1) * step) / 2 + set.size * 0.34;
  const lines = set.lines.map((text, index) =>
    lineOf(t, { set: set.set, text, start: LEFT, y: first + index * step, fill: LIGHT }),
  );
  const y = first - set.size * 0.9 - 14;
  return lineOf(t, { set: small, text: heading, start: LEFT, y, fill: STAR }) + lines.join('');
}

/** The name of the product beside its flame, which is drawn alike in every language. */
async function logo(t: Translate): Promise<string> {
  const name = 'emberkin';
  const set = (await openLetters('gabarito', 800, name)).at(34);
  const x = t.language.direction === 'ltr' ? LEFT : PICTURE.width - LEFT - 46 - set.width(name);
  return at(x, 66, 0.72, ink(FIRE, FLAME.fire), ink(STAR, FLAME.heart)) + ink(LIGHT, set.path(name, x + 46, 101));
}

/** The whole picture as SVG. All text is paths, so no user's text gets into the markup. */
export async function pictureSvg(shared: SharedFigures): Promise<string> {
  const t = await translateShown(shared);
  const isMirrored = t.language.direction === 'rtl';
  // The patch changes its place alone.
  const centre = isMirrored ? PICTURE.width - CENTRE : CENTRE;
  const rays = shared.completed_at === null ? '' : at(centre, 318, 1.42, ...RAYS.map(shapeSvg));
  const patch = {
    seed: shared.mission_id,
    patch: shared.patch,
    done: shared.counted_checkins,
    total: shared.planned_days,
  };
  return drawing(
    PICTURE.width,
    PICTURE.height,
    isMirrored ? svgElement('g', { transform: `translate(${PICTURE.width} 0) scale(-1 1)` }, ground) : ground,
    rays,
    at(centre - 152, 166, 3.04, patchSvg(patch)),
    await logo(t),
    await words(t, shared),
    await figures(t, shared),
  );
}

/** The picture of a share link as PNG. Throws Overloaded when too many drawings wait. */
export const sharePicture = async (shared: SharedFigures): Promise<Buffer> =>
  renderPng(await pictureSvg(shared), PICTURE.width);
