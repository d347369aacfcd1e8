export { PostMenu } from './post-menu.tsx';
export { ReasonDialog } from './reason-dialog.tsx';
