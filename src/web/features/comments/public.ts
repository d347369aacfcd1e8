export { Comments, commentElementId, draftsUnder } from './comments.tsx';
export { pendingComments, registerCommentSender } from './create-comment.ts';
export { LinkedText } from './linked-text.tsx';
