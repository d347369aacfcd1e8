import { describe, expect, it } from 'vitest';
import { translateFor } from '../../language/translate-for.ts';
import { layout } from '../../mails/layout.ts';
import { NO_LEGAL } from '../../testing/no-legal.ts';
import { invitationMail } from './send/mails.ts';

const ENGLISH = translateFor('en');

const url = 'https://emberkin.example/accept-invitation/5c0e8a52-7f1d-4b7e-9f60-2a8f1f4c9d31';
const invitation = {
  sender: 'Aisyah',
  mission_title: 'Read 20 pages before bed',
  member_count: 5,
  days_left: 12,
  message: 'You said you miss reading.\nBring the thin one first.',
  expires_at: new Date('2026-12-05T12:00:00Z'),
  timezone: 'UTC',
  url,
  unsubscribe_url: 'https://emberkin.example/unsubscribe/abc',
  patch: Buffer.from('a PNG'),
};
const write = (of: typeof invitation) => layout(ENGLISH, invitationMail(ENGLISH, of), NO_LEGAL);
const mail = write(invitation);
const hostile = 'Eve <img src=x onerror=alert(1)> & "Co"';

describe('the invitation mail', () => {
  it('states who invites, to what and until when, with the link in both parts', () => {
    expect(mail.subject).toBe('Aisyah saved you a place by the fire');
    expect(mail.text).toBe(`Aisyah saved you a place by the fire

Read 20 pages before bed
5 members, 12 days left. One small check-in a day, together.

Aisyah wrote:
> You said you miss reading.
> Bring the thin one first.

Join the mission: ${url}

Aisyah entered your address to send you this one invitation. It expires on 5 December.
If you don't know Aisyah, just ignore this.
Never send me invitations from here: https://emberkin.example/unsubscribe/abc
`);
    expect(mail.html).toContain('>Read 20 pages before bed</h2>');
    expect(mail.html).toContain('You said you miss reading.<br>Bring the thin one first.');
    expect(mail.html.match(new RegExp(`href="${url}"`, 'g'))).toHaveLength(2);
  });

  it('uses the singular for one member and one day, and quotes no empty message', () => {
    const lone = write({ ...invitation, member_count: 1, days_left: 1, message: '' });
    expect(lone.text).toContain('1 member, 1 day left.');
    expect(lone.text).not.toContain('wrote:');
    expect(lone.html).not.toContain('class="note"');
  });

  it('gives the last day on the mission’s own calendar', () => {
    const at = (expires_at: string, timezone: string) =>
      write({ ...invitation, expires_at: new Date(expires_at), timezone }).text;
    expect(at('2026-12-05T16:00:00Z', 'Asia/Kuala_Lumpur')).toContain('on 5 December.');
    expect(at('2026-12-05T16:00:01Z', 'Asia/Kuala_Lumpur')).toContain('on 6 December.');
  });

  it('shows user input as text, whatever it contains', () => {
    const { subject, html, text } = write({
      ...invitation,
      sender: hostile,
      mission_title: hostile,
      message: `${hostile}\r\n<a href="https://evil.example">click</a>`,
    });
    expect(subject).toBe(`${hostile} saved you a place by the fire`);
    expect(html).not.toMatch(/<img src=x|<a href="https:\/\/evil/);
    expect(html).toContain('Eve &lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;');
    expect(html).toContain('<br>&lt;a href=&quot;[link]&quot;&gt;click&lt;/a&gt;');
    expect(text).toContain(`> ${hostile}\n> <a href="[link]">click</a>`);
  });

  it('contains no link of a sender, wherever it was written', () => {
    const mail = write({
      ...invitation,
      sender: 'Eve https://evil.example',
      mission_title: 'www.evil.example',
      message: 'evil.example/win',
    });
    expect(JSON.stringify({ ...mail, pictures: [] })).not.toContain('evil.example');
    expect(mail.text).toContain('Eve [link] wrote:\n> [link]\n');
  });

  it('contains no name that reverses the direction of a sentence', () => {
    const { subject, html } = write({
      ...invitation,
      sender: 'Eve\u202e',
      mission_title: '\u2067Run',
    });
    expect(subject).toBe('Eve saved you a place by the fire');
    expect(html).not.toMatch(/[\u202e\u2067]/);
  });

  it('contains the patch with alternative text, and loads nothing remote', () => {
    const { html, pictures } = write({ ...invitation, mission_title: hostile });
    const [picture] = pictures!;
    expect(picture).toMatchObject({ filename: 'patch.png', png: invitation.patch });
    const sources = [...html.matchAll(/\ssrc="([^"]*)"/g)].map((match) => match[1]);
    expect(sources).toEqual([`cid:${picture!.cid}`]);
    expect(html).toContain('alt="The patch of Eve &lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;"');
    expect(html).not.toMatch(/url\(|@import|<link/);
    expect(mail.text).not.toMatch(/patch|cid:/);
  });
});
