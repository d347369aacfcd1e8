/**
 * Draws the picture of a share link. takumi sets its text in the fonts of the screens and draws the rest from our SVG.
 * No font of the machine can change the picture, and the SVG contains no text. Sharp's own SVG loader stays off,
 * because it would also read uploads of strangers.
 */

import type { Node } from '@takumi-rs/core';
import { completionPercentage } from '#domain/completion.ts';
import { FLAME } from '#domain/flame.ts';
import { RAYS } from '#domain/patch.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { writePercentage } from '#platform/i18n/figures.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { openRenderer, toFontStack } from '#platform/images/fonts.ts';
import { drawing, renderNode, svgElement } from '#platform/images/svg.ts';
import {
  balanceLines,
  breakLines,
  cutLines,
  type Direction,
  directionOf,
  lineNode,
  type TextStyle,
  toReadable,
} from '#platform/images/typesetting.ts';
import { translateFor } from '../language/translate-for.ts';
import { patchSvg, shapeSvg } from './patch-svg.ts';

/** The data of a share link: the mission's title and one member's numbers, nothing about others. */
export interface SharedFigures {
  /** The language tag of that member. */
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

/** In pixels. The ratio of 1.91 to 1 is the format of social networks. */
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
/** The center of the patch. */
const CENTRE = 285;
/** Font sizes of the title, each with its maximum number of lines. The largest that fits is used. */
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

const headingOf = (t: Translate, { completed_at }: SharedFigures) =>
  t(completed_at === null ? 'server.share.picture.running' : 'server.share.picture.completed');

/** Returns the numbers with their labels. */
const columnsOf = (t: Translate, shared: SharedFigures): [string, string][] => [
  [t.number(shared.points), t('server.share.picture.points', { points: shared.points })],
  [t.number(shared.checkins_count), t('server.share.picture.checkins', { checkins: shared.checkins_count })],
  [t.number(shared.longest_streak), t('server.share.picture.streak')],
  [
    writePercentage(t, completionPercentage(shared)),
    t(shared.is_daily ? 'server.share.picture.of_days' : 'server.share.picture.of_plan'),
  ],
];

/** Translates to the member's language, or to English if the fonts lack characters of it. */
async function translateShown(shared: SharedFigures): Promise<Translate> {
  const t = translateFor(shared.language);
  const words = [headingOf(t, shared), ...columnsOf(t, shared).flat()];
  return (await toReadable(words.join(' '), 'figtree')) === null ? translateFor('en') : t;
}

const bold = (fontSize: number, lineHeight: number): TextStyle => ({
  color: LIGHT,
  fontFamily: toFontStack('gabarito'),
  fontWeight: 800,
  fontSize,
  lineHeight,
});

/** Arabic letters extend higher and lower, and Han characters fill their lines. */
const lineHeightOf = (text: string) =>
  /\p{Script=Arabic}/u.test(text) ? 1.3 : /\p{Script=Han}/u.test(text) ? 1.2 : 1.08;

const linesOf = (lines: readonly string[], style: TextStyle, text: string): Node[] =>
  lines.map((line) => lineNode(line, style, directionOf(text)));

/** Returns the lines of the title in the largest size that fits. */
async function title(text: string): Promise<Node[]> {
  const lineHeight = lineHeightOf(text);
  for (const [size, lines_max] of TITLES) {
    const style = bold(size, lineHeight);
    if ((await breakLines(text, style, COLUMN)).length <= lines_max)
      return linesOf(await balanceLines(text, style, COLUMN), style, text);
  }
  const [size, lines_max] = TITLES.at(-1)!;
  const style = bold(size, lineHeight);
  return linesOf(await cutLines(text, style, lines_max, COLUMN), style, text);
}

/** Returns the heading, and the title if the fonts can show it, vertically centered above the numbers. */
async function words(t: Translate, shared: SharedFigures): Promise<Node[]> {
  const heading = headingOf(t, shared);
  const readable = await toReadable(shared.title, 'gabarito');
  if (!readable) {
    const style = bold(76, 1.08);
    return linesOf(await balanceLines(heading, style, COLUMN), style, heading);
  }
  const above: TextStyle = { ...bold(30, 1.2), fontWeight: 700, color: STAR, position: 'absolute', bottom: '100%' };
  return [lineNode(heading, { ...above, marginBottom: 5 }, t.language.direction), ...(await title(readable))];
}

/** Font sizes of the labels. The largest that leaves gaps between them is used. */
const NAMES = [25, 22, 19] as const;
const GAP_MAX = 44;
const GAP_MIN = 16;

/** Returns the numbers with their labels, in columns. */
async function figures(t: Translate, shared: SharedFigures): Promise<Node> {
  const { direction } = t.language;
  const columns = columnsOf(t, shared);
  const renderer = await openRenderer();
  let row: Node | undefined;
  for (const size of NAMES) {
    const name: TextStyle = {
      color: SOFT,
      fontFamily: toFontStack('figtree'),
      fontWeight: 500,
      fontSize: size,
      lineHeight: 36 / size,
      marginTop: 4,
    };
    const children = columns.map(
      ([value, label]): Node =>
        column(direction, [lineNode(value, bold(46, 1), direction), lineNode(label, name, direction)]),
    );
    const inGap = (columnGap: number): Node => ({
      type: 'container',
      style: { display: 'flex', direction, columnGap },
      children,
    });
    const { width } = await renderer.measure(inGap(0), {});
    const gap = (COLUMN - width) / (columns.length - 1);
    row = inGap(Math.min(GAP_MAX, gap));
    if (gap >= GAP_MIN) break;
  }
  return row!;
}

/** Returns a column whose children align to the side where the language starts. */
const column = (direction: Direction, children: Node[], style: Node['style'] = {}): Node => ({
  type: 'container',
  style: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', direction, ...style },
  children,
});

/** Returns the product's name next to its flame, drawn the same in every language. */
const logo = (): Node => ({
  type: 'container',
  style: { display: 'flex', direction: 'ltr', alignItems: 'center', columnGap: 11 },
  children: [{ type: 'image', src: 'flame', width: 35, height: 44 }, lineNode('emberkin', bold(34, 1.2), 'ltr')],
});

/** Returns the picture without its text, as SVG. */
function backgroundSvg(shared: SharedFigures, isMirrored: boolean): string {
  // Only the position of the patch depends on the direction.
  const center = isMirrored ? PICTURE.width - CENTRE : CENTRE;
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
    shared.completed_at === null ? '' : at(center, 318, 1.42, ...RAYS.map(shapeSvg)),
    at(center - 152, 166, 3.04, patchSvg(patch)),
  );
}

interface Layout {
  readonly root: Node;
  /** The language tag of the text. */
  readonly lang: string;
  /** The drawings that the images of `root` refer to by name, as SVG without text. */
  readonly images: Readonly<Record<'background' | 'flame', string>>;
}

/** Lays out the picture. Only text nodes contain text, so no text can be markup. */
export async function layOutPicture(shared: SharedFigures): Promise<Layout> {
  const t = await translateShown(shared);
  const { direction, tag } = t.language;
  const isMirrored = direction === 'rtl';
  const box = (top: number, children: Node[], style: Node['style'] = {}) =>
    column(direction, children, {
      position: 'absolute',
      top,
      left: isMirrored ? PICTURE.width - LEFT - COLUMN : LEFT,
      width: COLUMN,
      ...style,
    });
  const text = column(direction, await words(t, shared), { position: 'relative', width: COLUMN });
  const root: Node = {
    type: 'container',
    style: { ...PICTURE, position: 'relative', display: 'flex' },
    children: [
      { type: 'image', src: 'background', ...PICTURE },
      box(67, [logo()]),
      box(118, [text], { height: 344, justifyContent: 'center' }),
      box(463, [await figures(t, shared)]),
    ],
  };
  const flame = drawing(48, 60, ink(FIRE, FLAME.fire), ink(STAR, FLAME.heart));
  return { root, lang: tag, images: { background: backgroundSvg(shared, isMirrored), flame } };
}

/** Renders the picture of a share link as PNG. Throws Overloaded if too many drawings wait. */
export async function sharePicture(shared: SharedFigures): Promise<Buffer> {
  const { root, ...rest } = await layOutPicture(shared);
  return renderNode(await openRenderer(), root, { ...PICTURE, ...rest });
}
