/** Where a stored picture is fetched (http/media.ts serves it); null stays null. `key` is `avatars/<uuid>/512.webp`. */
export function avatarUrl(key: string | null): string | null {
  return key === null ? null : `/media/${key}`;
}
