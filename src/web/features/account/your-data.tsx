import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { Download, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { deleteAccount, exportData } from '#contract/account.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DialogButtons } from '#platform/web/kit/dialog-buttons.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { call, errorOf, noAnswer } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { clearToken, getToken } from '#platform/web/lib/session/session.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useAction } from '#platform/web/lib/use-action.ts';
import { useMe } from '#web/data/me.ts';
import { eraseDevice } from '#web/data/offline/erase-device.ts';
import { afterSignOut } from '#web/data/site.ts';
import { ProofField, useRecentSignIn } from '#web/features/auth/public.ts';

const MEGABYTE = 1024 * 1024;

const nameOf = (answer: Response) =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'emberkin.zip';

/**
 * Fetches a file and saves it, because a link cannot send the bearer token. Throws `ApiError`.
 *
 * The bytes go into a blob, which browsers store outside the page's memory, and on disk if it is large.
 */
async function download(
  endpoint: Endpoint & { readonly download: string },
  onBytes: (bytes: number) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${getToken()}` };
  const answer = await fetch(endpoint.path, { headers, redirect: 'manual' }).catch(() => {
    throw noAnswer();
  });
  if (!answer.ok) throw errorOf(answer, await answer.json().catch(() => undefined));
  // A response from a proxy in front of the server is not a file of the user's.
  if (!answer.headers.has('content-disposition')) throw noAnswer();
  // Rejects if the server broke off, because half an archive is useless.
  const blob = await countBytes(answer, onBytes)
    .blob()
    .catch(() => {
      throw noAnswer();
    });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(answer);
  link.click();
  // Safari starts to save later than other browsers. Revoking immediately would break its download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a response that reports how many bytes have arrived. */
function countBytes(answer: Response, onBytes: (bytes: number) => void): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body?.pipeThrough(counter) ?? null, { headers: answer.headers });
}

export function YourData({ children }: { children: ReactNode }) {
  const t = useT();
  const { busy, run } = useAction();
  const [asking, setAsking] = useState(false);
  const [megabytes, setMegabytes] = useState(0);
  const save = () =>
    run(() => download(exportData, (bytes) => setMegabytes(Math.floor(bytes / MEGABYTE))), {
      done: t('app.account.downloaded'),
      failed: t('app.account.not_downloaded'),
    });
  return (
    <Section id="data" title={t('app.account.title')} lead={t('app.account.lead')}>
      <div className="grid gap-3">
        <Button
          kind="quiet"
          busy={busy}
          busyLabel={megabytes > 0 ? t('app.account.collected', { megabytes }) : t('app.account.collecting')}
          onClick={save}
        >
          <Download className="size-4.5" aria-hidden />
          {t('app.account.download')}
        </Button>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          <Trash2 className="size-4.5" aria-hidden />
          {t('app.account.delete.button')}
        </Button>
      </div>
      {children}
      {asking && <DeleteAccount onClose={() => setAsking(false)} />}
    </Section>
  );
}

type SharedMissions = NonNullable<ErrorBody['missions']>;

/**
 * Asks for the password, if the account has one, and says what is deleted and what stays.
 *
 * A user who owns missions with other members must first offer or delete them (docs/rules.md#accounts).
 */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const router = useRouter();
  const { has_password } = useMe();
  const [missions, setMissions] = useState<SharedMissions | null>(null);
  const { isTooOld, catchTooOld } = useRecentSignIn();
  const form = useForm({
    schema: deleteAccount.body,
    initial: { password: has_password === false ? null : '' },
    submit: async (body) => {
      try {
        await call(deleteAccount, { body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'missions_to_hand_over')
          return setMissions(error.body?.missions ?? []);
        return catchTooOld(error);
      }
      clearToken();
      await eraseDevice();
      await router.navigate({ to: '/login', search: afterSignOut() });
      client.clear();
      toast.success(t('app.account.delete.deleted'));
    },
    failed: t('app.account.delete.not_deleted'),
  });
  if (missions) return <SharedMissionsNotice missions={missions} onClose={onClose} />;
  return (
    <Dialog title={t('app.account.delete.title')} onClose={onClose} locked={form.busy}>
      <div className="mt-3 grid gap-3 text-ink-2">
        <p>{t('app.account.delete.gone')}</p>
        <p>{t('app.account.delete.stays')}</p>
      </div>
      <form className="mt-5 grid gap-6" onSubmit={form.onSubmit} noValidate>
        <ProofField isTooOld={isTooOld} label={t('start.fields.password')} {...form.field('password')} />
        <DialogButtons
          danger
          busy={form.busy}
          busyLabel={t('start.common.deleting')}
          disabled={isTooOld}
          onCancel={onClose}
        >
          {t('app.account.delete.button')}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function SharedMissionsNotice({ missions, onClose }: { missions: SharedMissions; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('app.account.hand_over.title')} onClose={onClose}>
      <p className="mt-3 text-ink-2">{t('app.account.hand_over.note')}</p>
      <ul className="mt-4">
        {missions.map((mission) => (
          <li key={mission.id} className="not-first:seam">
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission.id }}
              className="flex min-h-12 items-center font-semibold text-flame underline decoration-star decoration-2 underline-offset-4 wrap-anywhere"
            >
              <bdi>{mission.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex sm:justify-end">
        <Button kind="quiet" onClick={onClose} className="max-sm:w-full sm:min-w-32">
          {t('start.common.close')}
        </Button>
      </div>
    </Dialog>
  );
}
