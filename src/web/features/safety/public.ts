export { BlockDialog } from './block-dialog.tsx';
export { PostMenu } from './post-menu.tsx';
export { ReasonDialog } from './reason-dialog.tsx';
