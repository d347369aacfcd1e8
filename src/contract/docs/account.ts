import * as account from '../account.ts';
import * as profile from '../profile.ts';
import * as settings from '../settings.ts';
import * as site from '../site.ts';
import { describe } from './registry.ts';

describe(account.deleteAccount.body, {
  fields: {
    password: 'The password of the account; null for one that has none, in a session that has just begun.',
  },
});
describe(profile.timezones.response, {
  fields: { value: 'The name in the IANA database.', label: 'The name with the offset, for a person.' },
});
describe(profile.updateProfile.body, {
  fields: {
    name: 'The name that others see.',
    bio: 'A few words that the user writes about themselves; null or nothing clears them.',
    location: 'Where the user lives; null or nothing clears it.',
    timezone: "The time zone that decides the user's days, one of the list.",
  },
});
describe(profile.patchProfile.body, {
  fields: {
    name: 'The name that others see.',
    bio: 'A few words that the user writes about themselves; null clears them.',
    location: 'Where the user lives; null clears it.',
    timezone: "The time zone that decides the user's days, one of the list.",
  },
});
describe(profile.uploadAvatar.response, {
  fields: { avatar_url: 'The path of the new picture.', user: 'The account with it.' },
});
const choices = {
  push_types: 'Types of notifications that also come as a push message.',
  weekly_digest: "A mail with the week's quilt on Mondays.",
  new_device_mail:
    'A mail when somebody signs in on a device that is new; a change that leaves it out changes nothing.',
} as const;
describe(settings.readSettings.response, {
  id: 'Settings',
  is: 'Which notifications come as a push message or by mail, besides the bell.',
  fields: choices,
});
describe(settings.saveSettings.body, { fields: choices });
describe(site.Site, {
  id: 'Site',
  is: 'How this server is set up, as far as its screens depend on it.',
  fields: {
    plans: 'False where everything is open to everybody.',
    sign_up: 'Who may make an account: everybody, who has an invitation or a code, or nobody.',
    sso: {
      is: 'The single sign-on provider; null without one.',
      fields: { name: 'The words behind "Sign in with".' },
    },
    email_verification: 'Whether addresses have to be proved, since mails are sent.',
    imprint_url: 'The imprint; null without one.',
    privacy_url: 'The privacy notice; null without one.',
    support_email: 'The address of support; null where this server has none that a mail could reach.',
    version: 'The version of the program.',
  },
});
