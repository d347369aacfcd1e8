import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { login, logout, register } from '#contract/auth.ts';
import type { Answer } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { keepMe } from '#web/lib/me.ts';
import { isOwnPath } from '#web/lib/own-path.ts';
import { clearToken, setToken } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

type Session = Answer<typeof login>;

/** Begins a session in this browser and goes on to `redirect`, or home by the guards' rule. */
export function useBeginSession(): (session: Session, redirect?: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async ({ access_token, user }, redirect) => {
    client.clear();
    setToken(access_token);
    keepMe(client, user);
    const home = user.profile_completed ? '/dashboard' : '/profile';
    router.history.push(redirect && isOwnPath(redirect) ? redirect : home);
  };
}

export const signIn = (body: { email: string; password: string }): Promise<Session> => call(login, { body });
export const signUp = (body: { name: string; email: string; password: string }): Promise<Session> =>
  call(register, { body });

/** Ends the session at the server and, whatever it answers, in this browser (Spec 8: 'Logged out successfully'). */
export function useLogOut() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(logout, {}),
    onSettled: async () => {
      clearToken();
      await router.navigate({ to: '/login' });
      client.clear();
      toast.success('Logged out successfully');
    },
  });
}
