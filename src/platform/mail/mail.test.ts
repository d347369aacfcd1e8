import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/smtp-server.ts';
import { outboxMail } from './local.ts';
import { checkedMessage, type MailMessage, MailRefused } from './mail.ts';
import { smtpMail } from './smtp.ts';

const FROM = 'Emberkin <hello@emberkin.example>';
const message = (to: string, extra: Partial<MailMessage> = {}): MailMessage => ({
  to,
  subject: 'Grüße 🔥',
  html: '<p>Warm &amp; short</p>',
  text: 'Warm & short',
  ...extra,
});

describe('checkedMessage', () => {
  it.each([
    'ana@example.com\r\nBcc: eve@evil.example',
    'ana@example.com, eve@evil.example',
    '<ana@example.com>',
    '',
    'ana',
  ])('permanently rejects the recipient %j', (to) => {
    expect(() => checkedMessage(message(to))).toThrow(MailRefused);
  });

  it('rejects a line break in a header and replaces it with a space in the subject', () => {
    expect(() =>
      checkedMessage(message('ana@example.com', { headers: { 'X-A': 'b\r\nBcc: eve@evil.example' } })),
    ).toThrow(MailRefused);
    expect(() => checkedMessage(message('ana@example.com', { message_id: '<a@b>\nBcc: eve@evil.example' }))).toThrow(
      MailRefused,
    );
    const { subject } = checkedMessage(message('ana@example.com', { subject: 'Hello\r\nBcc: eve@evil.example ' }));
    expect(subject).toBe('Hello Bcc: eve@evil.example');
  });

  it("leaves nothing to decode in a user's subject", () => {
    const { subject } = checkedMessage(message('ana@example.com', { subject: 'Eve =?utf-8?q?=70rize?=' }));
    expect(subject).toBe('Eve = ?utf-8?q?=70rize?=');
  });
});

describe('smtpMail', () => {
  let fake: FakeSmtp;
  let mail: ReturnType<typeof smtpMail>;
  beforeAll(async () => {
    fake = await startFakeSmtp();
    mail = smtpMail({ url: fake.url, from: FROM });
  });
  afterEach(async () => {
    fake.setMode('ok');
    await fake.up();
  });
  afterAll(async () => {
    await mail.close();
    await fake.close();
  });

  it('sends both parts with headers and message ID', async () => {
    await mail.send(message('ana@example.com', { headers: { 'X-Kind': 'reset' }, message_id: '<job-1@emberkin>' }));
    const got = await fake.readMail('ana@example.com');
    expect(got.subject).toBe('Grüße 🔥');
    expect(got.from?.address).toBe('hello@emberkin.example');
    expect(got.html).toContain('Warm &amp; short');
    expect(got.text?.trim()).toBe('Warm & short');
    expect(got.messageId).toBe('<job-1@emberkin>');
    expect(got.headers.find((header) => header.key === 'x-kind')?.value).toBe('reset');
    expect(got.headers.some((header) => header.key === 'content-language')).toBe(false);
    expect(got.recipients).toEqual(['ana@example.com']);
  });

  it('names the language in a header', async () => {
    await mail.send(message('zainab@example.com', { language: 'ar', headers: { 'X-Kind': 'reset' } }));
    const { headers } = await fake.readMail('zainab@example.com');
    const headerOf = (key: string) => headers.find((header) => header.key === key)?.value;
    expect([headerOf('content-language'), headerOf('x-kind')]).toEqual(['ar', 'reset']);
  });

  it('fails permanently after a 550, without the address in the error', async () => {
    fake.setMode('550');
    const error = await mail.send(message('gone@example.com')).catch((e: Error) => e);
    expect(error).toBeInstanceOf(MailRefused);
    expect(error).toMatchObject({ permanent: true, message: expect.stringContaining('g***@example.com') });
    expect((error as Error).message).not.toContain('gone@');
  });

  it('fails temporarily after a 451, and a retry delivers the mail once', async () => {
    fake.setMode('451');
    const error = await mail.send(message('later@example.com')).catch((e: Error) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
    fake.setMode('ok');
    await mail.send(message('later@example.com'));
    expect(fake.mails.filter((m) => m.recipients.includes('later@example.com'))).toHaveLength(1);
  });

  it('fails temporarily within bounded time if the server is down or silent', async () => {
    await fake.down();
    const away = await mail.send(message('away@example.com')).catch((e: Error) => e);
    expect(away).toBeInstanceOf(Error);
    expect(away).not.toBeInstanceOf(MailRefused);
    await fake.up();
    fake.setMode('silent');
    const hasty = smtpMail({ url: fake.url, from: FROM, timeout_ms: 200 });
    const silent = await hasty.send(message('silent@example.com')).catch((e: Error) => e);
    expect((silent as Error).message).toMatch(/Timeout|Greeting never received/);
    await hasty.close();
    fake.setMode('ok');
    await mail.send(message('away@example.com'));
    expect((await fake.readMail('away@example.com')).recipients).toEqual(['away@example.com']);
  });

  it('sends nothing without TLS if the URL requires it', async () => {
    const strict = smtpMail({ url: `${fake.url}/?requireTLS=true`, from: FROM });
    const error = await strict.send(message('strict@example.com')).catch((e: Error) => e);
    expect((error as Error).message).toContain('TLS');
    expect(fake.mails.filter((m) => m.recipients.includes('strict@example.com'))).toEqual([]);
    await strict.close();
  });

  it.each([
    ['the host of PUBLIC_URL', 'https://habits.example.org:8443', '', 'habits.example.org'],
    ['its address', 'http://192.168.1.5:3000', '', '[192.168.1.5]'],
    ['its address of IPv6', 'http://[2001:db8::5]:3000', '', '[ipv6:2001:db8::5]'],
    ['the name in SMTP_URL', 'https://habits.example.org', '/?name=relay.example.net', 'relay.example.net'],
    [
      'the name in SMTP_URL when PUBLIC_URL is local',
      'http://localhost:3000',
      '/?name=relay.example.net',
      'relay.example.net',
    ],
  ])('greets the mail server with %s', async (_, public_url, query, greeting) => {
    const named = smtpMail({ url: fake.url + query, from: FROM, public_url });
    await named.send(message('ana@example.com'));
    await named.close();
    expect(fake.greetings.at(-1)).toBe(greeting);
  });

  it.each([
    'http://localhost:3000',
    'http://emberkin.localhost',
    'http://127.0.0.1:3000',
    'http://[::1]',
    'http://nas',
  ])("greets the mail server with the machine's name if PUBLIC_URL is %s", async (public_url) => {
    const local = smtpMail({ url: fake.url, from: FROM, public_url });
    await local.send(message('ana@example.com'));
    await local.close();
    expect(fake.greetings.at(-1)).toBe(hostname().includes('.') ? hostname() : '[127.0.0.1]');
  });

  it('rejects instead of hanging if it is closed', async () => {
    const other = smtpMail({ url: fake.url, from: FROM });
    await other.close();
    await expect(other.send(message('ana@example.com'))).rejects.toThrow('closed');
  });
});

describe('outboxMail', () => {
  it('writes each mail as one complete file and masks its address in the log', async () => {
    const data_dir = await mkdtemp(join(tmpdir(), 'emberkin-outbox-'));
    const lines: object[] = [];
    const line = (fields: object) => lines.push(fields);
    const log = { info: line, warn: line, error: line };
    const clock = fakeClock('2026-11-21T03:40:52.123Z');
    const dir = join(data_dir, 'outbox');
    const mail = outboxMail({ data_dir, from: FROM, clock, log });
    await Promise.all([mail.send(message('ana@example.com')), mail.send(message('ben@example.com'))]);
    const names = await readdir(dir);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^2026-11-21T03-40-52-123Z-[0-9a-f]{6}\.eml$/);
    const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))));
    expect(mails.map((m) => m.to?.[0]?.address).sort()).toEqual(['ana@example.com', 'ben@example.com']);
    expect(mails[0]).toMatchObject({ subject: 'Grüße 🔥', date: '2026-11-21T03:40:52.000Z', attachments: [] });
    expect(JSON.stringify(lines)).toContain('a***@example.com');
    expect(JSON.stringify(lines)).not.toContain('ana@');
    // The daily job deletes old messages by this clock; if it is ahead of the system clock, new ones must survive.
    for (const name of names) expect((await stat(join(dir, name))).mtime).toEqual(clock.now());
    await rm(data_dir, { recursive: true });
  });
});
