import { useQueryClient } from '@tanstack/react-query';
import { resetPassword } from '#contract/auth.ts';
import { call } from '#web/lib/api/api.ts';
import { useForm } from '#web/lib/form.ts';
import { clearToken } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';

/** Spec 2, Reset password. The new password ends every session, the one of this browser included. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    schema: resetPassword.body,
    initial: { token, new_password: '', confirm: '' },
    check: ({ new_password, confirm }) => passwordsMatch(new_password, confirm),
    submit: async (body) => {
      await call(resetPassword, { body });
      clearToken();
      client.clear();
      toast.success('Password reset successfully!');
      onDone();
    },
    failed: 'Failed to reset password',
  });
  return (
    <form className="grid gap-4.5" method="post" onSubmit={form.onSubmit} noValidate>
      <NewPasswordFields
        label="New Password"
        confirmLabel="Confirm Password"
        password={form.field('new_password')}
        confirm={form.field('confirm')}
      />
      <Button type="submit" busy={form.busy} busyLabel="Resetting..." className="mt-1.5">
        Reset Password
      </Button>
    </form>
  );
}
