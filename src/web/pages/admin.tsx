import { useTitle } from '#platform/web/lib/title.ts';
import { AdminDashboard } from '#web/features/admin/admin-dashboard.tsx';
import { Login } from '#web/features/admin/login.tsx';
import { useAdminToken } from '#web/features/admin/queries.ts';

/** Not behind the users' login: the operator has a separate session. */
export function AdminPage() {
  useTitle('Admin');
  return useAdminToken() === null ? <Login /> : <AdminDashboard />;
}
