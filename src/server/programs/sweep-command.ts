/** Reads the only option of a sweep. Returns null for anything else. */
export function parseSweep(args: string[]): 'count' | 'move' | 'adopt' | null {
  if (args.length === 0) return 'count';
  if (args.length > 1) return null;
  return args[0] === '--yes' ? 'move' : args[0] === '--adopt' ? 'adopt' : null;
}
