import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { isIos } from '#platform/web/lib/is-ios.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import { shareOrElse } from '#platform/web/lib/share-text.ts';
import { fireLine } from './who-is-in.ts';

type ShownMission = Pick<
  Mission,
  | 'id'
  | 'title'
  | 'state'
  | 'members'
  | 'schedule'
  | 'today'
  | 'first_day'
  | 'last_day'
  | 'duration_days'
  | 'invitation_code'
> & { can: Pick<Mission['can'], 'invite'> };

/** Returns true if the mission has a group to show today. */
export const hasGroup = ({ state, members, today, first_day, last_day }: ShownMission): boolean =>
  state === 'active' && members.length > 1 && first_day <= today && today <= last_day;

export interface GroupText {
  readonly line: string;
  readonly day: string;
  /** Everything that the picture says. */
  readonly caption: string;
  /** The caption with what leads to the link. */
  readonly text: string;
  readonly link: string;
}

/** Returns the text for a chat. The link lets people join if the viewer can invite and a code exists. */
export function groupText(t: ScreenTranslate, mission: ShownMission): GroupText {
  const { id, title, today, first_day, duration_days, can } = mission;
  const code = can.invite ? mission.invitation_code : null;
  const line = fireLine(t, mission);
  const days = { day: daysBetween(first_day, today) + 1, total: duration_days };
  const caption = t('app.members.show.sentence', { title, line, ...days });
  return {
    line,
    day: t('app.members.show.day', days),
    caption,
    text: code ? `${caption} ${t('app.members.show.along')}` : caption,
    link: `${window.location.origin}${code ? `/join/${code}` : `/mission/${id}`}`,
  };
}

/**
 * Returns what the device can share. On iPhones WhatsApp drops a picture that comes with a text, and WeChat turns
 * everything with a link into a card, so the picture goes without text.
 */
function toShareData(picture: File | null, { text, link }: GroupText): ShareData {
  const files = picture ? [picture] : [];
  if (!picture || !navigator.canShare?.({ files })) return { text, url: link };
  return isIos() ? { files } : { files, text: `${text} ${link}` };
}

/** Opens the device's share sheet; calls `otherwise` if there is none or it fails. */
export const shareGroup = (picture: File | null, words: GroupText, otherwise: () => void): Promise<void> =>
  shareOrElse(toShareData(picture, words), otherwise);
