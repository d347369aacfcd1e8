import { useState } from 'react';
import { createUser, type PasswordLink } from '#contract/admin-accounts.ts';
import { NAME_MAX } from '#domain/limits.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DialogButtons } from '#platform/web/kit/dialog-buttons.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { useForm } from '#platform/web/lib/form.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { hasPasswords, usePasswords } from '#web/data/site.ts';
import { PasswordLinkDialog } from './password-link.tsx';
import { callAsAdmin, useAdminAction } from './queries.ts';

/** Creates an account, then shows the link that sets its first password, if the server has passwords. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ name: string; link: PasswordLink } | null>(null);
  if (created) return <PasswordLinkDialog {...created} onClose={onClose} />;
  const onCreated = (name: string, link: PasswordLink) => {
    if (hasPasswords()) return setCreated({ name, link });
    toast.success('User added');
    onClose();
  };
  return <AddUserForm onCreated={onCreated} onClose={onClose} />;
}

interface AddUserFormProps {
  onCreated: (name: string, link: PasswordLink) => void;
  onClose: () => void;
}

function AddUserForm({ onCreated, onClose }: AddUserFormProps) {
  const create = useAdminAction(async (body: { name: string; email: string }) => {
    onCreated(body.name, await callAsAdmin(createUser, { body }));
  });
  const form = useForm({
    schema: createUser.body,
    initial: { name: '', email: '' },
    submit: async (body) => void (await create.mutateAsync(body)),
    failed: "We couldn't add the user",
  });
  return (
    <Dialog title="Add a user" onClose={onClose} locked={form.busy}>
      <p className="mt-2 text-ink-2">
        {usePasswords()
          ? "You'll get a link to hand over. They set their own password with it."
          : 'They sign in with the single sign-on provider, by this email address.'}
      </p>
      <form className="mt-5 grid gap-4.5" onSubmit={form.onSubmit} noValidate>
        <Field
          label="Full Name"
          autoComplete="off"
          maxLength={NAME_MAX}
          required
          data-autofocus
          {...form.field('name')}
          id="new-user-name"
        />
        <Field
          label="Email Address"
          type="email"
          autoComplete="off"
          required
          {...form.field('email')}
          id="new-user-email"
        />
        <DialogButtons busy={form.busy} busyLabel="Adding..." onCancel={onClose}>
          Add user
        </DialogButtons>
      </form>
    </Dialog>
  );
}
