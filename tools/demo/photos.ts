import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Images } from '#platform/images/images.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type StoredPhoto, storePhoto } from '#server/features/checkins/photo/commands.ts';
import type { DemoCheckin } from './calendar.ts';

const WIDTH = 1200;
const HEIGHT = 800;

type Colour = readonly [red: number, green: number, blue: number];

interface Scene {
  sky: readonly [top: Colour, bottom: Colour];
  sun: { colour: Colour; x: number; y: number; radius: number };
  /** From the farthest to the nearest. */
  hills: readonly Colour[];
}

const SCENES: readonly Scene[] = [
  {
    sky: [
      [93, 122, 140],
      [246, 210, 139],
    ],
    sun: { colour: [255, 223, 154], x: 0.7, y: 0.42, radius: 0.09 },
    hills: [
      [120, 132, 120],
      [64, 96, 90],
      [43, 66, 60],
    ],
  },
  {
    sky: [
      [60, 43, 64],
      [194, 92, 70],
    ],
    sun: { colour: [255, 188, 59], x: 0.32, y: 0.55, radius: 0.12 },
    hills: [
      [138, 79, 92],
      [96, 50, 70],
      [58, 30, 52],
    ],
  },
  {
    sky: [
      [44, 24, 56],
      [90, 70, 120],
    ],
    sun: { colour: [245, 240, 225], x: 0.78, y: 0.24, radius: 0.06 },
    hills: [
      [62, 54, 92],
      [44, 38, 70],
      [28, 22, 46],
    ],
  },
  {
    sky: [
      [140, 190, 205],
      [240, 232, 210],
    ],
    sun: { colour: [255, 250, 230], x: 0.5, y: 0.3, radius: 0.07 },
    hills: [
      [150, 180, 150],
      [96, 140, 104],
      [52, 100, 76],
    ],
  },
];

const mix = (a: Colour, b: Colour, share: number) => a.map((value, i) => value + (b[i]! - value) * share);

function colourAt({ sky, sun, hills }: Scene, x: number, y: number): readonly number[] {
  for (let i = hills.length - 1; i >= 0; i--) {
    const crest = 0.6 + i * 0.13 + 0.05 * Math.sin(x * (5 + i * 2) + i * 2.1) + 0.02 * Math.sin(x * 17 + i);
    if (y > crest) return hills[i]!;
  }
  const ground = mix(sky[0], sky[1], Math.min(1, y / 0.75));
  const distance = Math.hypot((x - sun.x) * (WIDTH / HEIGHT), y - sun.y) / sun.radius;
  if (distance < 1) return sun.colour;
  return mix(ground as unknown as Colour, sun.colour, 0.5 * Math.exp(1 - distance));
}

/** Draws the scene pixel by pixel, because the SVG loader is disabled in this process. */
function paint(scene: Scene): Buffer {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++)
      data.set(colourAt(scene, column / WIDTH, row / HEIGHT), (row * WIDTH + column) * 3);
  return data;
}

export async function storeDemoPhotos(deps: { images: Images; storage: Storage }): Promise<StoredPhoto[]> {
  const photos: StoredPhoto[] = [];
  for (const scene of SCENES) {
    const path = join(tmpdir(), `emberkin-demo-${randomUUID()}.png`);
    await sharp(paint(scene), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .png()
      .toFile(path);
    try {
      photos.push(await storePhoto(deps, path, { account: 'demo' }));
    } finally {
      await rm(path, { force: true });
    }
  }
  return photos;
}

/** Chooses the check-ins with a photo: the newest ones with a text, each by another person. */
export function showPhotos(
  checkins: readonly DemoCheckin[],
  photos: readonly StoredPhoto[],
): Map<DemoCheckin, StoredPhoto> {
  const shown = new Map<DemoCheckin, StoredPhoto>();
  const seen = new Set<string>();
  for (const checkin of [...checkins].reverse()) {
    const photo = photos[shown.size];
    if (!photo || !checkin.content || seen.has(checkin.person.key)) continue;
    seen.add(checkin.person.key);
    shown.set(checkin, photo);
  }
  return shown;
}
