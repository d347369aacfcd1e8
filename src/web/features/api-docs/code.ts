/** Looks of a block of code; long lines break, so that nothing scrolls sideways. */
export const codeClass =
  'rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere';
