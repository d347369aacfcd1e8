/** Kinds of disagreements between two screens that happen today, with how many of them all lives have at most. */
export const KNOWN_DISAGREEMENTS: Readonly<Record<string, number>> = {
  // The insights forget what a mission asked for when its member has left it.
  'state of a day: insights not asked for / own missed': 70,
};
