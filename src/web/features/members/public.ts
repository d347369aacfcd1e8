export { AskSomeone } from './ask-someone.tsx';
export { isEveryoneIn, isExpected, isOut, memberNote, sceneMembersOf } from './member-note.ts';
export { MembersDialog } from './members-dialog.tsx';
export { useLeaveMission } from './queries.ts';
export { NudgeButton, StillOut } from './still-out.tsx';
