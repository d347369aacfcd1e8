/** Somebody in a list, with the picture beside the name. */
export const PERSON = {
  user_id: 'The id of the person.',
  name: 'The name of the person.',
  avatar_url: 'The path of the picture; null without one.',
} as const;

export const CAN_START_NEXT = 'Whether the requesting member may start the next round now.';

/** How a field of percent with decimals is written. */
export const DECIMAL = { type: 'number', minimum: 0, maximum: 100 } as const;
