export { InviteLink } from './invite-link.tsx';
export { LeaveMission } from './leave-mission.tsx';
export { isEveryoneIn, isExpected, isOut, memberNote, sceneMembersOf } from './member-note.ts';
export { MembersDialog } from './members-dialog.tsx';
export { OwnershipOffer } from './ownership-offer.tsx';
export { OwnershipOffers } from './ownership-offers.tsx';
export { NudgeButton, StillOutList as StillOut } from './still-out.tsx';
