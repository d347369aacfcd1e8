/** Loads the words of every feature. */
import './account.ts';
import './admin.ts';
import './api-tokens.ts';
import './auth.ts';
import './billing.ts';
import './checkin-keys.ts';
import './checkins.ts';
import './home.ts';
import './insights.ts';
import './invitations.ts';
import './members.ts';
import './missions.ts';
import './reminders.ts';
import './streaks.ts';
