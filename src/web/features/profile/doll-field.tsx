import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/auth.ts';
import { patchProfile } from '#contract/profile.ts';
import { CUTS, letterOf } from '#domain/doll.ts';
import { CLOTH_NAMES, CUT_NAMES, type CutName, HAT_NAMES, type Look } from '#domain/looks.ts';
import { RadioTiles } from '#platform/web/kit/radio-tiles.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useIsOnline } from '#platform/web/lib/api/connectivity.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { setMe } from '#web/data/me.ts';
import { markStale } from '#web/data/stale.ts';
import { Doll } from '#web/drawings/doll.tsx';
import { Face } from '#web/drawings/face.tsx';
import { SceneDefs, useSceneIds } from '#web/drawings/scene-parts.tsx';

/** Saves each choice immediately; a refused choice reverts to the stored look. */
function useChooseLook() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['look'],
    // Saves successive taps in their order.
    scope: { id: 'look' },
    mutationFn: (look: Look) => call(patchProfile, { body: { look } }),
    onSuccess: (user) => {
      setMe(client, user);
      void markStale(client, 'profile');
    },
    onError: (error) => toast.failure(error, t('app.profile.doll.not_saved')),
  });
}

const Head = ({ look, name }: { look: Look; name: string }) => (
  <span className="overflow-hidden rounded-full">
    <Face look={look} name={name} size={32} />
  </span>
);

const CutSign = ({ cut }: { cut: CutName }) => (
  <svg viewBox="-52 -96 104 104" aria-hidden="true" className="size-8 text-ink">
    <path
      d={CUTS[cut].body}
      fill="currentColor"
      fillOpacity=".3"
      stroke="currentColor"
      strokeWidth="4"
      strokeLinejoin="round"
    />
  </svg>
);

export function DollField({ me }: { me: User }) {
  const t = useT();
  const ids = useSceneIds();
  const online = useIsOnline();
  const { mutate, isPending, variables } = useChooseLook();
  const look = isPending ? variables : me.look;
  const choose = (change: Partial<Look>) => mutate({ ...look, ...change });
  return (
    <fieldset className="mb-6 grid min-w-0 gap-4 rounded-xl bg-card p-5 shadow-card sm:p-8">
      <legend className="sr-only">{t('app.profile.doll.title')}</legend>
      <h2 className="text-lg font-extrabold">{t('app.profile.doll.title')}</h2>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <svg
          viewBox="-80 -150 160 160"
          role="img"
          aria-label={t('app.profile.doll.title')}
          className="size-40 shrink-0 rounded-lg bg-dusk forced-color-adjust-none"
        >
          <SceneDefs {...ids} />
          <Doll look={look} letter={letterOf(me.name)} picture={me.avatar_url} mirrored={false} warm ids={ids} />
        </svg>
        <div className="grid min-w-0 flex-1 basis-56 gap-3">
          <RadioTiles
            label={t('app.profile.doll.cloth')}
            names={CLOTH_NAMES}
            nameOf={(cloth) => t(`app.looks.cloths.${cloth}`)}
            value={look.cloth}
            className="flex flex-wrap"
            disabled={!online}
            draw={(cloth) => <Head look={{ ...look, cloth }} name={me.name} />}
            onChange={(cloth) => choose({ cloth })}
          />
          <RadioTiles
            label={t('app.profile.doll.hat')}
            names={HAT_NAMES}
            nameOf={(hat) => t(`app.looks.hats.${hat}`)}
            value={look.hat}
            className="flex flex-wrap"
            disabled={!online}
            draw={(hat) => <Head look={{ ...look, hat }} name={me.name} />}
            onChange={(hat) => choose({ hat })}
          />
          <RadioTiles
            label={t('app.profile.doll.cut')}
            names={CUT_NAMES}
            nameOf={(cut) => t(`app.looks.cuts.${cut}`)}
            value={look.cut}
            className="flex flex-wrap"
            disabled={!online}
            draw={(cut) => <CutSign cut={cut} />}
            onChange={(cut) => choose({ cut })}
          />
        </div>
      </div>
    </fieldset>
  );
}
