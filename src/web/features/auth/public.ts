import { lazyPart } from '#platform/web/lib/lazy-part.ts';

export { unsentWarning, useLogOut } from './log-out.ts';
export { ProofField, useRecentSignIn } from './recent-sign-in.tsx';
export { SignUpCard } from './register-form.tsx';
export { ResendLink } from './resend-link.tsx';

export const loadChangeEmail = () => import('./change-email.tsx');

export const ChangeEmail = lazyPart(loadChangeEmail, 'ChangeEmail');
