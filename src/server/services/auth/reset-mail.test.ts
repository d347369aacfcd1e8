import { describe, expect, it } from 'vitest';
import { translateFor } from '../../language/translate-for.ts';
import { layout } from '../../mails/layout.ts';
import { NO_LEGAL } from '../../testing/no-legal.ts';
import { resetMail } from './passwords/mails.ts';

const ENGLISH = translateFor('en');
const write = (name: string | null, hours = 1) => layout(ENGLISH, resetMail(ENGLISH, { name, url, hours }), NO_LEGAL);

const url = 'https://emberkin.example/reset-password?token=abc&next="><script>alert(1)</script>';
const mail = write('<b>"A" & B</b>');

describe('the reset mail', () => {
  it('contains the link and its time limit in both parts', () => {
    expect(mail.subject).toBe('Set a new password for Emberkin');
    expect(mail.text).toContain(`Set a new password: ${url}\n`);
    expect(mail.text).toContain('expires in 1 hour.');
    expect(mail.html).toContain('expires in 1 hour.');
    expect(mail.text).toContain('Setting it logs you out everywhere and removes your API tokens and webhooks.');
    expect(mail.html.match(/href="https:\/\/emberkin\.example\/reset-password\?token=abc&amp;/g)).toHaveLength(2);
    expect(write('Ana', 2).text).toContain('expires in 2 hours.');
  });

  it('shows a name as text, whatever it contains', () => {
    expect(mail.html).toContain('Hi &lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;,');
    expect(mail.html).not.toMatch(/<b>"|<script/);
    expect(mail.text).toContain('Hi <b>"A" & B</b>,');
  });

  it('cannot be altered by a name, and greets without one', () => {
    const named = write('A http://e.io\u202E');
    for (const part of [named.text, named.html]) {
      expect(part).toContain('Hi A [link],');
      expect(part).not.toMatch(/e\.io|\u202E/);
    }
    expect(write(null).text).toContain('Hi,\n');
  });

  it('loads no external resources and follows a dark color scheme', () => {
    expect(write('Ana').html).not.toMatch(/\ssrc=|url\(|@import|<link/);
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.html).toContain('max-width:600px');
  });
});
