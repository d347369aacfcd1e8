const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

function decode(entity: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/**
 * Converts a description to one line of text. The server allows only `p br strong em ul ol li` without attributes. The
 * result is not safe as HTML.
 */
export const plainText = (html: string): string =>
  html
    .replaceAll(/([^.!?,;:>])((?:<\/(?:p|strong|em)>)*<\/li>)(?=<li>)/g, '$1,$2')
    .replaceAll(/<(?:br|\/p|\/li)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#\d+|#x[\da-f]+|\w+);/gi, decode)
    .replaceAll(/\s+/g, ' ')
    .trim();
