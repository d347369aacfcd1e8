import type { Env } from '#platform/config/env.ts';
import { listUnusedSettings } from '#platform/start/unused-settings.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/** The names that similar servers use for Emberkin's settings. */
const ELSEWHERE: Readonly<Record<string, SettingName>> = {
  ALLOW_REGISTRATION: 'SIGN_UP',
  ENABLE_REGISTRATION: 'SIGN_UP',
  REGISTRATION_ENABLED: 'SIGN_UP',
  SIGNUPS_ALLOWED: 'SIGN_UP',
  ADMIN_PASS: 'ADMIN_PASSWORD',
  ADMIN_USER: 'ADMIN_USERNAME',
};

/** Returns a sentence for each name that is set but not read, and is probably a mistake. */
export const unusedSettings = (environment: Env, file: Env): string[] =>
  listUnusedSettings({ names: SETTINGS, elsewhere: ELSEWHERE }, environment, file);
