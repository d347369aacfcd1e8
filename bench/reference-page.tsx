import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { User } from '#contract/auth.ts';
import type { Dashboard } from '#contract/dashboard.ts';

/**
 * What the product's pages are a ratio to: React, the router and the queries that they use, with the same data as plain
 * lists. No guards, no drawings, no live stream, no offline cache. `web-reference.ts` builds and serves it.
 */
const client = new QueryClient();

const fetchJson = async <Answer,>(path: string): Promise<Answer> => (await fetch(path)).json();

function LoginPage() {
  return (
    <Page title="Sign in">
      <form className="grid gap-5" method="post">
        <label>
          Email Address <input type="email" name="email" />
        </label>
        <label>
          Password <input type="password" name="password" />
        </label>
        <button type="submit">Sign In</button>
      </form>
      <Link to="/dashboard">Dashboard</Link>
    </Page>
  );
}

function DashboardPage() {
  const me = useQuery({ queryKey: ['me'], queryFn: () => fetchJson<User>('/api/auth/me') }).data;
  const home = useQuery({ queryKey: ['dashboard'], queryFn: () => fetchJson<Dashboard>('/api/dashboard') }).data;
  return (
    <Page title="Dashboard">
      {me && home ? (
        <>
          <p>
            {me.name}: level {home.stats.level}, {home.stats.points} points, {home.stats.streak_days} days,{' '}
            {home.stats.total_missions} missions
          </p>
          <List title="Missions" items={home.missions} text={missionText} />
          <List title="Stars" items={home.mission_stars?.members ?? []} text={starText} />
          <List title="Invitations" items={home.pending_invitations} text={({ mission_title }) => mission_title} />
          <List title="Completed" items={home.completed_missions_history} text={completedText} />
          <List title="Days" items={home.quilt} text={({ day, count }) => `${day}: ${count}`} />
        </>
      ) : (
        <p role="status">Loading...</p>
      )}
    </Page>
  );
}

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ');

const missionText = (mission: Dashboard['missions'][number]) =>
  `${mission.title} (${mission.description}): ${mission.points} points, ${mission.streak_days} days, ` +
  `${mission.days_remaining} left, ${mission.member_count} members: ${names(mission.members)}`;

const starText = ({ rank, name, points, week }: NonNullable<Dashboard['mission_stars']>['members'][number]) =>
  `${rank}. ${name}: ${points} points (${week.join(' ')})`;

const completedText = (mission: Dashboard['completed_missions_history'][number]) =>
  `${mission.title}: ${mission.completion_percentage} % of ${mission.duration_days} days: ${names(mission.members)}`;

interface ListProps<Item> {
  title: string;
  items: readonly Item[];
  text: (item: Item) => string;
}

function List<Item>({ title, items, text }: ListProps<Item>) {
  return (
    <section>
      <h2 className="text-xl font-extrabold">{title}</h2>
      <ul className="grid gap-4">
        {items.map((item) => (
          <li key={text(item)}>{text(item)}</li>
        ))}
      </ul>
    </section>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid max-w-xl gap-6 px-6 py-7">
      <h1 className="text-2xl font-extrabold">{title}</h1>
      {children}
    </main>
  );
}

const root = createRootRoute({ component: Outlet });
const page = (path: string, component: () => ReactNode) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => ({ default: component })),
  });
const router = createRouter({
  routeTree: root.addChildren([page('/login', LoginPage), page('/dashboard', DashboardPage)]),
});

await router.load();
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
