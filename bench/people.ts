import { register } from '#contract/auth.ts';
import { createMission } from '#contract/missions.ts';
import { bearer, bearerJson } from './dataset.ts';

/** Posts JSON or a form. Throws unless the response has the status. */
export async function post<Answer>(
  url: string,
  token: string,
  body: string | FormData,
  status: number,
): Promise<Answer> {
  const headers = typeof body === 'string' ? bearerJson(token) : bearer(token);
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (answer.status !== status) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

export async function buildPerson(url: string, i: number): Promise<{ token: string; mission_id: string }> {
  const account = JSON.stringify({ name: `Person ${i}`, email: `photo${i}@example.com`, password: 'campfire' });
  const { access_token: token } = await post<{ access_token: string }>(url + register.path, '', account, 200);
  const mission = JSON.stringify({
    title: 'Photos',
    description: '<p>One a day.</p>',
    goal: 'All of them',
    duration_days: 30,
    start_date: new Date().toISOString(),
  });
  return { token, mission_id: (await post<{ id: string }>(url + createMission.path, token, mission, 201)).id };
}
