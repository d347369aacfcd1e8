import * as contract from '#contract/webhooks.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../../app/deps.ts';
import type { SessionUser } from '../../../services/auth/public.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { requireMember } from '../../missions/access.ts';
import { listDeliveries } from '../deliver/queries.ts';
import { requireOwner } from './access.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';
import { toWebhook } from './view.ts';

export function webhookRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config } = deps;

  serve(contract.listWebhooks, async ({ user, token_id, now }) => ({
    webhooks: (await queries.listWebhooks(db, { user_id: user.id, token_id })).map(toWebhook),
    allowed: planLimits(user, now, config.plans).api_tokens,
  }));

  serve(contract.createWebhook, requireMember, ({ body, request, ...caller }) =>
    commands.createWebhook(deps, caller, body, () =>
      logSecurity(request, 'webhook_created', { user_id: caller.user.id }),
    ),
  );

  serve(contract.getWebhook, async ({ params, ...caller }) =>
    toWebhook(await requireOwner(db, caller.user, params.id, caller)),
  );

  serve(contract.updateWebhook, requireOwner, async ({ params, body, request, ...caller }) => {
    const webhook = await commands.updateWebhook(deps, caller, params.id, body);
    if (body.url !== undefined) logSecurity(request, 'webhook_changed', { user_id: caller.user.id });
    return toWebhook(webhook);
  });

  serve(contract.deleteWebhook, async ({ user, token_id, params, request }) => {
    if (!(await queries.deleteWebhook(db, { user_id: user.id, token_id }, params.id))) fail('webhook_not_found');
    logSecurity(request, 'webhook_removed', { user_id: user.id });
  });

  serve(contract.rotateWebhookSecret, requireOwner, ({ params, request, ...caller }) =>
    commands.rotateSecret(deps, caller, params.id, () =>
      logSecurity(request, 'webhook_secret_rotated', { user_id: caller.user.id }),
    ),
  );

  serve(contract.testWebhook, requireOwner, ({ params, ...caller }) => commands.testWebhook(deps, caller, params.id));

  serve(contract.listWebhookDeliveries, async ({ params, ...caller }) => {
    const webhook = await requireOwner(db, caller.user, params.id, caller);
    return { deliveries: await listDeliveries(db, webhook.id) };
  });

  serve(contract.redeliverWebhook, requireOwner, ({ params, ...caller }) =>
    commands.redeliverWebhook(deps, caller, params),
  );
}
