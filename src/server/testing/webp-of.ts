/** Creates a file that is a complete WebP by its header, with this text as its content. */
export function webpOf(words: string): Buffer {
  const content = Buffer.from(words);
  const head = Buffer.from('RIFF0000WEBP', 'latin1');
  head.writeUInt32LE(4 + content.length, 4);
  return Buffer.concat([head, content]);
}
