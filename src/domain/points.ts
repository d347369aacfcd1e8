export const CHECKIN_TYPES = ['tick', 'text', 'photo'] as const;
export type CheckinType = (typeof CHECKIN_TYPES)[number];

const POINTS: Record<CheckinType, number> = { tick: 10, text: 15, photo: 20 };

/** The points that a check-in of this type earns. See docs/rules.md#check-ins. */
export function pointsFor(type: CheckinType): number {
  return POINTS[type];
}
