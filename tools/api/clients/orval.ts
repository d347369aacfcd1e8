import { createCheckin, createMission, getMe } from '../generated/orval/client.ts';
import { type ClientCaller, missionFrom, refuse } from './caller.ts';

/** Ticks in one mission and posts a photo in another; answers the path of the photo. */
export async function tickAndPost({ token, photo }: ClientCaller): Promise<string> {
  const options = { headers: { authorization: `Bearer ${token}` } };
  const create = async (): Promise<string> => {
    const me = await getMe(options);
    if (me.status !== 200) return refuse('getMe', me);
    const answer = await createMission(missionFrom(me.data.today), options);
    return answer.status === 201 ? answer.data.id : refuse('createMission', answer);
  };
  const ticked = await createCheckin({ mission_id: await create(), type: 'tick' }, options);
  if (ticked.status !== 201) return refuse('createCheckin', ticked);
  const posted = await createCheckin(
    { mission_id: await create(), type: 'photo', content: 'Page 120', photo },
    options,
  );
  return (posted.status === 201 && posted.data.checkin.photo_url) || refuse('createCheckin', posted);
}
