import { useState } from 'react';
import { createUser, type PasswordLink } from '#contract/admin-accounts.ts';
import { NAME_MAX } from '#domain/limits.ts';
import { Dialog } from '#web/kit/dialog.tsx';
import { DialogButtons } from '#web/kit/dialog-buttons.tsx';
import { Field } from '#web/kit/field.tsx';
import { useForm } from '#web/lib/form.ts';
import { PasswordLinkDialog } from './password-link.tsx';
import { callAsAdmin, useAdminAction } from './queries.ts';

/** Makes an account for somebody, and then shows the link that sets its first password. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ name: string; link: PasswordLink } | null>(null);
  if (created) return <PasswordLinkDialog {...created} onClose={onClose} />;
  return <AddUserForm onCreated={(name, link) => setCreated({ name, link })} onClose={onClose} />;
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
      <p className="mt-2 text-ink-2">You'll get a link to hand over. They set their own password with it.</p>
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
