import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript/schema.ts';
import { type ClientCaller, missionFrom, refuse } from './caller.ts';

/** Ticks in one mission and posts a photo in another; answers the path of the photo. */
export async function tickAndPost({ url, token, photo }: ClientCaller): Promise<string> {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  const create = async (): Promise<string> => {
    const me = await client.GET('/api/me');
    if (!me.data) return refuse('getMe', me.error);
    const { data, error } = await client.POST('/api/missions', { body: missionFrom(me.data.today) });
    return data?.id ?? refuse('createMission', error);
  };
  const ticked = await client.POST('/api/checkins', { body: { mission_id: await create(), type: 'tick' } });
  if (!ticked.data) return refuse('createCheckin', ticked.error);
  const posted = await client.POST('/api/checkins', {
    body: { mission_id: await create(), type: 'photo', content: 'Page 120', photo },
    bodySerializer: (fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) if (value != null) form.append(name, value);
      return form;
    },
  });
  return posted.data?.checkin.photo_url ?? refuse('createCheckin', posted.error);
}
