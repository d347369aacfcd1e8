import type { Mission } from '#contract/missions.ts';
import type { MemberChange } from './queries.ts';

/** The texts of the question before a change, and of the toasts after it. */
export interface Confirmation {
  title: string;
  text: string;
  confirm: string;
  /** Takes something away from the member. */
  danger?: boolean;
  busy: string;
  done: string;
  failed: string;
}

/** While the mission runs, a new invitation brings a removed member back; the link for everybody does not. */
const rejoinNote = (name: string, { state }: Pick<Mission, 'state'>) =>
  state === 'active' ? ` Only a new email invitation lets ${name} come back.` : '';

/** The texts for a change of the member called `name`. */
export function confirmationFor(change: MemberChange, name: string, mission: Pick<Mission, 'state'>): Confirmation {
  switch (change) {
    case 'add_cohost':
      return {
        title: `Make ${name} a co-host?`,
        text: `${name} can then edit the mission and invite friends, just like you.`,
        confirm: 'Make co-host',
        busy: 'Saving...',
        done: `${name} is a co-host now`,
        failed: "We couldn't add the co-host",
      };
    case 'remove_cohost':
      return {
        title: `Remove ${name} as a co-host?`,
        text: `${name} stays in the mission, but can't edit it or invite any more.`,
        confirm: 'Remove co-host',
        danger: true,
        busy: 'Saving...',
        done: `${name} is a member now`,
        failed: "We couldn't remove the co-host",
      };
    case 'offer':
      return {
        title: `Hand the mission over to ${name}?`,
        text: `We'll ask ${name} to take it over. You stay the owner until then, and can take the offer back. After that you're a member like everyone else.`,
        confirm: 'Offer the mission',
        busy: 'Offering...',
        done: `You've offered the mission to ${name}`,
        failed: "We couldn't hand the mission over",
      };
    case 'withdraw':
      return {
        title: 'Take the offer back?',
        text: `${name} can't take the mission over any more, and you stay the owner.`,
        confirm: 'Take it back',
        danger: true,
        busy: 'Taking back...',
        done: "You've taken the offer back",
        failed: "We couldn't take the offer back",
      };
    case 'remove':
      return {
        title: `Remove ${name}?`,
        text: `${name} no longer sees the mission. The points stay with ${name}, and the check-ins stay here.${rejoinNote(name, mission)}`,
        confirm: 'Remove member',
        danger: true,
        busy: 'Removing...',
        done: `${name} has been removed`,
        failed: "We couldn't remove the member",
      };
  }
}
