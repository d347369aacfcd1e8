export { useGenerateCode } from './invitation-code.ts';
export { SendForm, SentList, useSendInvitation } from './sent-invitations.tsx';
