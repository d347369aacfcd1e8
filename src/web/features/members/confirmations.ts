import type { Mission } from '#contract/missions.ts';
import type { MemberChange } from './queries.ts';

/** The texts of the question before a change, and of the toasts after it. */
export interface Confirmation {
  title: string;
  text: string;
  confirm: string;
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
        text: `${name} may then edit the mission and invite friends, as you do.`,
        confirm: 'Make co-host',
        busy: 'Saving...',
        done: `${name} is a co-host now`,
        failed: 'Failed to add co-host',
      };
    case 'remove_cohost':
      return {
        title: `End the co-hosting of ${name}?`,
        text: `${name} stays in the mission, without editing it and inviting.`,
        confirm: 'End co-hosting',
        busy: 'Saving...',
        done: `${name} is a member now`,
        failed: 'Failed to remove co-host',
      };
    case 'offer':
      return {
        title: `Hand the mission over to ${name}?`,
        text: `${name} is asked to take it over. Until then you stay the owner and can take the offer back. Afterwards you are a member like everybody else.`,
        confirm: 'Offer the mission',
        busy: 'Offering...',
        done: `The mission is offered to ${name}`,
        failed: 'Failed to hand the mission over',
      };
    case 'withdraw':
      return {
        title: 'Take the offer back?',
        text: `${name} can then no longer take the mission over. You stay the owner.`,
        confirm: 'Take it back',
        busy: 'Taking back...',
        done: 'The offer is taken back',
        failed: 'Failed to take the offer back',
      };
    case 'remove':
      return {
        title: `Remove ${name}?`,
        text: `${name} no longer sees the mission. The points stay with ${name}, and the check-ins stay here.${rejoinNote(name, mission)}`,
        confirm: 'Remove member',
        busy: 'Removing...',
        done: `${name} is no longer in the mission`,
        failed: 'Failed to remove member',
      };
  }
}
