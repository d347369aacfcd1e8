import sharp from 'sharp';

const SCAN = Buffer.from([0xff, 0xda]);

/** A progressive JPEG of one colour with so many scans, each of a few bytes, which every decoder accepts. */
export async function jpegOfScans(scans: number, width = 64, height = 64): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#b5472f' } });
  const jpeg = await picture.jpeg({ progressive: true }).toBuffer();
  let count = 0;
  for (let at = jpeg.indexOf(SCAN); at !== -1; at = jpeg.indexOf(SCAN, at + 1)) count += 1;
  const end = jpeg.subarray(-2);
  const scan = Buffer.from(jpeg.subarray(jpeg.lastIndexOf(SCAN), -2));
  // Sent again as a first scan in place of a refinement: decoders would refuse to refine the same bits twice.
  scan[9] = 0;
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans - count).fill(scan), end]);
}
