import type { Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';

/** No part of the browser reaches anything except the product's own server. */
export const CHROME_FLAGS = [
  '--headless=new',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Returns the browser of CHROME_PATH, or one found as in `npm test`. */
export async function findBrowserPath(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return findBrowser();
}

export interface Account {
  email: string;
  password: string;
}

/** Signs in through the form and waits until the dashboard is complete. */
export async function signIn(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  // The last request of a page. It stays open, so the network is never idle.
  const live = page.waitForResponse('**/api/live');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'My Missions' }).waitFor();
  await live;
}
