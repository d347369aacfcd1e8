import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteAccount, exportData } from '#contract/account.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { useMe } from '#web/data/me.ts';
import { eraseDevice } from '#web/data/offline/erase-device.ts';
import { RecentSignIn } from '#web/features/auth/public.ts';
import { Button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { DialogButtons } from '#web/kit/dialog-buttons.tsx';
import { PasswordField } from '#web/kit/field.tsx';
import { Section } from '#web/kit/section.tsx';
import { call } from '#web/lib/api/api.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { useForm } from '#web/lib/form.ts';
import { clearToken, getToken } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

const NO_ANSWER = {
  code: 'network',
  status: 0,
  detail: 'No connection. Please check your network and try again.',
} as const;

/** The file name in the answer, or a default. */
const nameOf = (answer: Response) =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'emberkin.zip';

/**
 * Fetches a file and has the browser save it. It goes through memory, because a link could not send the bearer token.
 * Throws `ApiError`.
 */
async function download(endpoint: Endpoint & { readonly download: string }): Promise<void> {
  const headers = { authorization: `Bearer ${getToken()}` };
  const answer = await fetch(endpoint.path, { headers }).catch(() => {
    throw new ApiError(NO_ANSWER);
  });
  if (!answer.ok) {
    const body = await answer.json().catch(() => ({ code: 'internal', detail: '' }));
    throw new ApiError({ ...body, status: answer.status });
  }
  // Rejects if the server broke off: half an archive is of no use.
  const blob = await answer.blob().catch(() => {
    throw new ApiError(NO_ANSWER);
  });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(answer);
  link.click();
  // Revoking at once would break the download in Safari, which starts to save later than other browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The user's own data: a download of it, and the deletion of the account. */
export function YourData() {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download(exportData);
      toast.success('Your data is downloaded');
    } catch (error) {
      toast.error(detailOf(error, "We couldn't download your data"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      id="data"
      title="Your data"
      lead="Everything you've posted, as JSON and CSV, with your photos, in one zip."
    >
      <div className="grid gap-3">
        <Button kind="quiet" busy={busy} busyLabel="Collecting..." onClick={() => void save()}>
          <Download className="size-4.5" aria-hidden />
          Download my data
        </Button>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          <Trash2 className="size-4.5" aria-hidden />
          Delete my account
        </Button>
      </div>
      {asking && <DeleteAccount onClose={() => setAsking(false)} />}
    </Section>
  );
}

type SharedMissions = NonNullable<ErrorBody['missions']>;

/**
 * Asks for the password, where the account has one, and says what is deleted and what stays. Missions with other members must be offered to one of
 * them or deleted first (docs/rules.md#accounts).
 */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const { has_password } = useMe();
  const [missions, setMissions] = useState<SharedMissions | null>(null);
  const [isTooOld, setTooOld] = useState(false);
  const form = useForm({
    schema: deleteAccount.body,
    initial: { password: has_password === false ? null : '' },
    submit: async (body) => {
      try {
        await call(deleteAccount, { body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'missions_to_hand_over')
          return setMissions(error.body?.missions ?? []);
        if (error instanceof ApiError && error.code === 'sign_in_again') return setTooOld(true);
        throw error;
      }
      clearToken();
      await eraseDevice();
      await router.navigate({ to: '/login' });
      client.clear();
      toast.success('Your account has been deleted');
    },
    failed: "We couldn't delete your account",
  });
  if (missions) return <SharedMissionsNotice missions={missions} onClose={onClose} />;
  return (
    <Dialog title="Delete your account?" onClose={onClose} locked={form.busy}>
      <div className="mt-3 grid gap-3 text-ink-2">
        <p>Your profile, your photos, your reminders and the missions only you are in will be deleted for good.</p>
        <p>What you posted in other people's missions stays, shown as "Deleted user".</p>
      </div>
      <form className="mt-5 grid gap-6" onSubmit={form.onSubmit} noValidate>
        {has_password === false ? (
          <RecentSignIn isTooOld={isTooOld} />
        ) : (
          <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        )}
        <DialogButtons danger busy={form.busy} busyLabel="Deleting..." disabled={isTooOld} onCancel={onClose}>
          Delete my account
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function SharedMissionsNotice({ missions, onClose }: { missions: SharedMissions; onClose: () => void }) {
  return (
    <Dialog title="Hand your missions over first" onClose={onClose}>
      <p className="mt-3 text-ink-2">
        Other people are in these missions. Open each one and offer it to someone in its list of members, or delete it.
        Then come back here.
      </p>
      <ul className="mt-4">
        {missions.map((mission) => (
          <li key={mission.id} className="not-first:seam">
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission.id }}
              className="flex min-h-12 items-center font-semibold text-flame underline decoration-star decoration-2 underline-offset-4 wrap-anywhere"
            >
              {mission.title}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex sm:justify-end">
        <Button kind="quiet" onClick={onClose} className="max-sm:w-full sm:min-w-32">
          Close
        </Button>
      </div>
    </Dialog>
  );
}
