import { buildPlan } from './database.ts';
import { buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectAccessible, openInvite, openPart, signIn, test, toast } from './fixtures.ts';

test('an owner on a paid plan appoints co-hosts, who edit and invite', async ({ page, another }) => {
  test.slow();
  const host = await another();
  const owner = await buildPerson(page, 'Ana Lind');
  const ben = await buildPerson(host, 'Ben Okoro');
  const id = await buildMission(page, owner.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, owner.token, id);
  await host.request.post(`/api/join/${code}`, { headers: { authorization: `Bearer ${ben.token}` } });
  for (const name of ['Mei Ling', 'Olu', 'Kim']) await buildMember(page, code, name);
  await buildPlan(owner.person.email, 'pro_monthly');

  const manage = async (name: string, act: string, confirm: string) => {
    await page.getByRole('button', { name: `Manage ${name}` }).click();
    await page.getByRole('button', { name: act }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: confirm }).click();
  };

  await test.step('PRO allows three of them and no fourth', async () => {
    await signIn(page, owner.token, `/mission/${id}`);
    await openPart(page, 'Mission');
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await expect(page.getByText('Up to 3 per mission on PRO.')).toBeVisible();
    for (const name of ['Ben Okoro', 'Mei Ling', 'Olu']) {
      await manage(name, 'Make co-host', 'Make co-host');
      await expect(toast(page, `${name} is a co-host now`)).toBeVisible();
    }
    await expect(page.getByText('You have all 3 of your PRO plan')).toBeVisible();
    await page.getByRole('button', { name: 'Manage Kim' }).click();
    await expect(page.getByRole('button', { name: 'Make co-host' })).toBeDisabled();
    await expectAccessible(page, 'members, all co-hosts of the plan', { scan: true });
  });

  await test.step('a co-host edits and invites, but cannot delete or manage', async () => {
    await signIn(host, ben.token, `/mission/${id}`);
    await openPart(host, 'Mission');
    await host.getByRole('button', { name: 'Edit' }).click();
    await host.getByRole('dialog').getByLabel('Title').fill('Read a little');
    await host.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(host, 'Mission updated successfully!')).toBeVisible();
    await expect(host.getByRole('heading', { level: 1, name: 'Read a little' })).toBeVisible();
    const card = await openInvite(host, 'Invite by email');
    await card.getByLabel('Email Address').fill(`guest-${ben.person.email}`);
    await card.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast(host, 'Invitation sent successfully!')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Copy Invitation Text' })).toBeVisible();
    await expect(card.getByRole('button', { name: /^Sent/ })).toBeHidden();
    await host.keyboard.press('Escape');
    await expect(host.getByRole('button', { name: 'Delete' })).toBeHidden();
    await expect(host.getByRole('button', { name: 'Members', exact: true })).toBeHidden();
    await expectAccessible(host, 'mission page, as a co-host', { scan: true });
  });

  await test.step('the owner ends it', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Read a little' })).toBeVisible();
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await manage('Ben Okoro', 'Remove co-host', 'Remove co-host');
    await expect(toast(page, 'Ben Okoro is a member now')).toBeVisible();
    await host.reload();
    await expect(host.getByRole('heading', { level: 1, name: 'Read a little' })).toBeVisible();
    await expect(host.getByRole('button', { name: 'Edit' })).toBeHidden();
    await expect(host.getByRole('link', { name: 'Invite Friends' })).toBeHidden();
    await expect(host.getByRole('button', { name: 'Leave mission' })).toBeVisible();
  });
});
