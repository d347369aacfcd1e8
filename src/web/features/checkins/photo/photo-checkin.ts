import type { Checkin } from '#contract/checkins.ts';

/** A check-in that has its photo. */
export type PhotoCheckin = Checkin & {
  photo_url: string;
  photo_small_url: string;
  photo_width: number;
  photo_height: number;
  photo_thumbhash: string;
};

export const hasPhoto = (checkin: Checkin): checkin is PhotoCheckin => checkin.photo_url !== null;
