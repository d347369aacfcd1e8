import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { API } from '#contract/api.ts';
import { isOpenToTokens } from '#contract/api-token-scopes.ts';
import { openLive } from '#contract/live.ts';
import { API_TOKEN_PREFIX } from '#domain/api-tokens.ts';
import { PATH_PARAMETER_MAX } from '#domain/limits.ts';
import { endConnectionsOnClose } from '#platform/http/close-connections.ts';
import { compressJson } from '#platform/http/compression.ts';
import { allowOrigins } from '#platform/http/cors.ts';
import { answerUnreadable, answerUnrouted, handleErrors } from '#platform/http/error-handler.ts';
import { warnOfUntrustedProxy } from '#platform/http/forwarding.ts';
import { dataHeaders, setHeaders } from '#platform/http/headers.ts';
import { serveHealth } from '#platform/http/health.ts';
import { parseJson } from '#platform/http/json-body.ts';
import { RequestLog } from '#platform/http/log.ts';
import { adminCheck, type IsForAdmin } from '#platform/http/networks.ts';
import { serveDocument } from '#platform/http/openapi.ts';
import { answerOtherMethods } from '#platform/http/other-methods.ts';
import { serveOn } from '#platform/http/serve.ts';
import { MULTIPART_LIMITS } from '#platform/http/uploads.ts';
import { serveWellKnown } from '#platform/http/well-known.ts';
import { liveRoutes } from '#platform/live/routes.ts';
import { ROOT } from '#platform/start/root.ts';
import { accountRestart } from '../features/account/public.ts';
import { accountRoutes } from '../features/account/routes.ts';
import { exportRoutes } from '../features/admin/lists/routes.ts';
import { reportRoutes } from '../features/admin/reports/routes.ts';
import { adminRoutes } from '../features/admin/routes.ts';
import { apiDocsRoutes } from '../features/api-docs/routes.ts';
import { checkinKeyRoutes, keyLinkRoutes } from '../features/checkin-keys/routes.ts';
import { checkinRoutes } from '../features/checkins/routes.ts';
import { commentRoutes } from '../features/comments/routes.ts';
import { completionRoutes } from '../features/completion/routes.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { importRoutes } from '../features/imports/routes.ts';
import { insightRoutes } from '../features/insights/routes.ts';
import { inviteToRound } from '../features/invitations/public.ts';
import { invitationRoutes } from '../features/invitations/routes.ts';
import { memberRoutes } from '../features/members/routes.ts';
import { missionRoutes } from '../features/missions/routes.ts';
import { notificationRoutes } from '../features/notifications/bell/routes.ts';
import { reactionRoutes } from '../features/reactions/routes.ts';
import { checkinLinkRoutes } from '../features/reminders/checkin-link/routes.ts';
import { oneClickUnsubscribe, reminderRoutes } from '../features/reminders/settings/routes.ts';
import { safetyRoutes } from '../features/safety/routes.ts';
import { sharingRoutes } from '../features/sharing/routes.ts';
import { streakRoutes } from '../features/streaks/routes.ts';
import { webhookRoutes } from '../features/webhooks/manage/routes.ts';
import { tokenRoutes } from '../services/api-tokens/routes.ts';
import { authRoutes } from '../services/auth/routes.ts';
import { oidcRoutes } from '../services/auth/single-sign-on/routes.ts';
import { billingRoutes, webhookRoute } from '../services/billing/routes.ts';
import { registerMedia } from '../services/media/routes.ts';
import { profileRoutes } from '../services/profile/routes.ts';
import { pushRoutes } from '../services/push/routes.ts';
import { settingsRoutes } from '../services/settings/routes.ts';
import { siteRoutes } from '../services/site/routes.ts';
import { authenticateWith } from './authenticate.ts';
import type { Deps } from './deps.ts';
import { registerProduct } from './register-product.ts';
import { serveWeb } from './web-pages.ts';

const BODY_LIMIT = 64 * 1024;
const WEB = join(ROOT, 'dist', 'web');

/** Registers the routes of every feature. */
async function registerFeatures(app: FastifyInstance, deps: Deps, isForAdmin: IsForAdmin): Promise<void> {
  const guards = {
    authenticate: authenticateWith(deps.db, deps.config),
    isForAdmin,
    subjects: ['mission_id', 'previous_id'] as const,
    endpoints: API,
    isOpenToTokens,
  };
  const serve = serveOn(app, { ...deps, ...guards });
  siteRoutes(serve, deps);
  authRoutes(serve, deps);
  oidcRoutes(app, serve, deps, accountRestart(deps.config));
  profileRoutes(serve, deps);
  missionRoutes(serve, deps, inviteToRound);
  invitationRoutes(serve, deps);
  memberRoutes(serve, deps);
  completionRoutes(serve, deps);
  checkinRoutes(serve, deps);
  reactionRoutes(serve, deps);
  commentRoutes(serve, deps);
  streakRoutes(serve, deps);
  dashboardRoutes(serve, deps);
  notificationRoutes(serve, deps);
  pushRoutes(serve, deps);
  settingsRoutes(serve, deps);
  reminderRoutes(serve, deps);
  checkinLinkRoutes(serve, deps);
  oneClickUnsubscribe(app, deps);
  checkinKeyRoutes(serve, deps);
  await app.register(async (scope) => keyLinkRoutes(scope, serveOn(scope, { ...deps, ...guards }), deps));
  accountRoutes(serve, deps);
  importRoutes(serve, deps);
  safetyRoutes(serve, deps);
  liveRoutes(app, serve, openLive, deps);
  billingRoutes(serve, deps);
  await app.register(async (scope) => webhookRoute(scope, serveOn(scope, { ...deps, ...guards }), deps));
  insightRoutes(serve, deps);
  tokenRoutes(serve, deps);
  webhookRoutes(serve, deps);
  adminRoutes(serve, deps);
  reportRoutes(serve, deps);
  exportRoutes(serve, deps);
}

/** Builds the app for production and tests, without listening. `web` is the folder of the built web app. */
export async function buildApp(deps: Deps, web = WEB): Promise<FastifyInstance> {
  registerProduct();
  const https = deps.config.public_url.startsWith('https:');
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    trustProxy: deps.config.trust_proxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    connectionTimeout: 0,
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX },
    // By default Node checks for slow requests every 30 s, so one could last 50 s.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
    genReqId: () => randomUUID(),
    frameworkErrors: answerUnrouted(dataHeaders(https)),
    clientErrorHandler: answerUnreadable(dataHeaders(https)),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  app.decorateRequest('user_id', null);
  handleErrors(app);
  warnOfUntrustedProxy(app, deps.config.trust_proxy);
  endConnectionsOnClose(app, deps.phase);
  setHeaders(app, https);
  compressJson(app);
  const cors = { origins: deps.config.cors_origins, token_prefix: API_TOKEN_PREFIX, isOpenToTokens };
  allowOrigins(app, cors);
  const isForAdmin = adminCheck(deps.config.admin_networks, deps.config.trust_proxy);
  answerOtherMethods(app, Object.values(API), isForAdmin, cors);
  await app.register(multipart, { limits: MULTIPART_LIMITS });
  parseJson(app);
  serveHealth(app, deps);

  await registerFeatures(app, deps, isForAdmin);

  serveDocument(app, async () => {
    const { openApiDocument } = await import('#contract/document/document.ts');
    return openApiDocument(deps.config.public_url);
  });
  serveWellKnown(app, deps);
  registerMedia(app, deps);
  sharingRoutes(app, deps);
  apiDocsRoutes(app, deps, web);
  const { oidc, passwords } = deps.config;
  await serveWeb(app, web, { isForAdmin, sso: oidc && { name: oidc.name, passwords } });
  return app;
}
