import { client } from '../generated/hey-api/client.gen.ts';
import { createCheckin, createMission, getMe } from '../generated/hey-api/sdk.gen.ts';
import { type ClientCaller, missionFrom, refuse } from './caller.ts';

/** Ticks in one mission and posts a photo in another; answers the path of the photo. */
export async function tickAndPost({ url, token, photo }: ClientCaller): Promise<string> {
  client.setConfig({ baseUrl: url, auth: token });
  const create = async (): Promise<string> => {
    const me = await getMe();
    if (!me.data) return refuse('getMe', me.error);
    const { data, error } = await createMission({ body: missionFrom(me.data.today) });
    return data?.id ?? refuse('createMission', error);
  };
  const ticked = await createCheckin({ body: { mission_id: await create(), type: 'tick' } });
  if (!ticked.data) return refuse('createCheckin', ticked.error);
  const posted = await createCheckin({
    body: { mission_id: await create(), type: 'photo', content: 'Page 120', photo },
  });
  return posted.data?.checkin.photo_url ?? refuse('createCheckin', posted.error);
}
