import { getRouteApi } from '@tanstack/react-router';
import { ResetPassword } from '#web/features/auth/reset-password.tsx';

const route = getRouteApi('/queries/reset-password');

export function ResetPasswordPage() {
  return <ResetPassword token={route.useSearch().token} />;
}
