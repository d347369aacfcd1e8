import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { LoginPage } from '#web/pages/login.tsx';
import { RouteError } from './error-screens.tsx';
import * as guards from './guards.ts';
import { makeClientLoader } from './load-client.ts';
import { Pending } from './pending.tsx';
import { Root } from './root.tsx';
import * as search from './search-params.ts';

const root = createRootRouteWithContext<guards.RouterContext>()({ component: Root, notFoundComponent: () => null });
/** Provides the query client to all pages below it: every page except /login. */
const queries = createRoute({
  getParentRoute: () => root,
  id: 'queries',
  beforeLoad: async ({ context }) => ({ client: await context.loadClient() }),
  component: lazyRouteComponent(() => import('./query-client.tsx'), 'Queries'),
});

/** Matches every path without its own route, including `/`. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: guards.goHome,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: search.withSignIn,
  beforeLoad: guards.toSignIn,
  // Not lazy: it is part of what every first visit loads (vite.config.ts).
  component: LoginPage,
});
/** Behind no guard: the user might already be signed in, for example if a recent session is required. */
const signedInRoute = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  validateSearch: search.withRedirect,
  component: lazyRouteComponent(() => import('#web/pages/signed-in.tsx'), 'SignedInPage'),
});
const register = createRoute({
  getParentRoute: () => queries,
  path: '/register',
  validateSearch: search.withRedirect,
  beforeLoad: async (input) => {
    await guards.publicOnly(input);
    guards.withPasswords(input);
  },
  component: lazyRouteComponent(() => import('#web/pages/register.tsx'), 'RegisterPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => queries,
  path: '/reset-password',
  validateSearch: search.withToken,
  beforeLoad: guards.withPasswords,
  component: lazyRouteComponent(() => import('#web/pages/reset-password.tsx'), 'ResetPasswordPage'),
});
const verifyEmail = createRoute({
  getParentRoute: () => queries,
  path: '/verify-email',
  validateSearch: search.withToken,
  beforeLoad: guards.signedIn,
  component: lazyRouteComponent(() => import('#web/pages/verify-email.tsx'), 'VerifyEmailPage'),
});
const join = createRoute({
  getParentRoute: () => queries,
  path: '/join/$code',
  component: lazyRouteComponent(() => import('#web/pages/join.tsx'), 'JoinPage'),
});
const acceptInvitation = createRoute({
  getParentRoute: () => queries,
  path: '/accept-invitation/$invitationId',
  component: lazyRouteComponent(() => import('#web/pages/accept-invitation.tsx'), 'AcceptInvitationPage'),
});
const admin = createRoute({
  getParentRoute: () => queries,
  path: '/admin',
  beforeLoad: guards.inEnglish,
  component: lazyRouteComponent(() => import('#web/pages/admin.tsx'), 'AdminPage'),
});
const checkinLink = createRoute({
  getParentRoute: () => queries,
  path: '/one-tap/$token',
  component: lazyRouteComponent(() => import('#web/pages/checkin-link.tsx'), 'CheckinLinkPage'),
});
const checkinKey = createRoute({
  getParentRoute: () => queries,
  path: '/key/$key',
  component: lazyRouteComponent(() => import('#web/pages/checkin-key.tsx'), 'CheckinKeyPage'),
});
const unsubscribe = createRoute({
  getParentRoute: () => queries,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('#web/pages/unsubscribe.tsx'), 'UnsubscribePage'),
});

const appLayout = lazyRouteComponent(() => import('./app-layout.tsx'), 'AppLayout');
const account = createRoute({
  getParentRoute: () => queries,
  id: 'account',
  beforeLoad: guards.signedIn,
  component: appLayout,
});
const profile = createRoute({
  getParentRoute: () => account,
  path: '/profile',
  validateSearch: search.withEdit,
  // Prefetched but not awaited: the page shows its skeleton.
  loader: ({ context }) =>
    import('#web/features/profile/queries.ts').then(
      ({ timezonesQuery }) => void context.client.prefetchQuery(timezonesQuery),
      // The page itself reports missing files.
      () => undefined,
    ),
  component: lazyRouteComponent(() => import('#web/pages/profile.tsx'), 'ProfilePage'),
});
const completion = createRoute({
  getParentRoute: () => account,
  path: '/mission/$missionId/completion',
  component: lazyRouteComponent(() => import('#web/pages/completion.tsx'), 'CompletionPage'),
});
const pricing = createRoute({
  getParentRoute: () => account,
  path: '/pricing',
  beforeLoad: guards.withPlans,
  component: lazyRouteComponent(() => import('#web/pages/pricing.tsx'), 'PricingPage'),
});
const upgradeSuccess = createRoute({
  getParentRoute: () => account,
  path: '/upgrade-success',
  beforeLoad: guards.withPlans,
  validateSearch: search.withCheckout,
  component: lazyRouteComponent(() => import('#web/pages/upgrade-success.tsx'), 'UpgradeSuccessPage'),
});

const app = createRoute({
  getParentRoute: () => queries,
  id: 'app',
  beforeLoad: guards.profileComplete,
  component: appLayout,
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('#web/pages/dashboard.tsx'), 'DashboardPage'),
});
const createMission = createRoute({
  getParentRoute: () => app,
  path: '/create-mission',
  validateSearch: search.withSource,
  component: lazyRouteComponent(() => import('#web/pages/create-mission.tsx'), 'CreateMissionPage'),
});
const checkIn = createRoute({
  getParentRoute: () => app,
  path: '/check-in',
  validateSearch: search.withShared,
  component: lazyRouteComponent(() => import('#web/pages/check-in.tsx'), 'CheckInPage'),
});
const mission = createRoute({
  getParentRoute: () => app,
  path: '/mission/$missionId',
  validateSearch: search.withMissionPage,
  beforeLoad: guards.openInvite,
  component: lazyRouteComponent(() => import('#web/pages/mission.tsx'), 'MissionPage'),
});
const invitations = createRoute({
  getParentRoute: () => app,
  path: '/invitations',
  component: lazyRouteComponent(() => import('#web/pages/invitations.tsx'), 'InvitationsPage'),
});
const insights = createRoute({
  getParentRoute: () => app,
  path: '/insights',
  component: lazyRouteComponent(() => import('#web/pages/insights.tsx'), 'InsightsPage'),
});
const connections = createRoute({
  getParentRoute: () => app,
  path: '/connections',
  validateSearch: search.withMission,
  component: lazyRouteComponent(() => import('#web/pages/connections.tsx'), 'ConnectionsPage'),
});
const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(() => import('#web/pages/settings.tsx'), 'SettingsPage'),
});

const routeTree = root.addChildren([
  unknown,
  login,
  signedInRoute,
  queries.addChildren([
    register,
    resetPassword,
    verifyEmail,
    join,
    acceptInvitation,
    admin,
    checkinLink,
    checkinKey,
    unsubscribe,
    account.addChildren([profile, completion, pricing, upgradeSuccess]),
    app.addChildren([dashboard, createMission, checkIn, mission, invitations, insights, connections, settings]),
  ]),
]);

export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { loadClient: makeClientLoader() },
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPreloadDelay: 100,
    // The queries decide how long their data is valid, not the router.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultPendingComponent: Pending,
    scrollRestoration: history === undefined,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
