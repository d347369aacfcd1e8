export { Fire } from './fire.tsx';
export { InviteLink } from './invite-link.tsx';
export { LeaveMission } from './leave-mission.tsx';
export { MembersDialog } from './members-dialog.tsx';
export { NotYetList } from './not-yet-list.tsx';
export { OwnershipOffer } from './ownership-offer.tsx';
export { OwnershipOffers } from './ownership-offers.tsx';
export { QuietMember } from './quiet-member.tsx';
