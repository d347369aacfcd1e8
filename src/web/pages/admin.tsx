import { AdminDashboard } from '#web/features/admin/admin-dashboard.tsx';
import { AdminLoginForm } from '#web/features/admin/login-form.tsx';
import { useAdminToken } from '#web/features/admin/queries.ts';
import { useTitle } from '#web/lib/title.ts';
import { Logo } from '#web/ui/drawings/logo.tsx';

function Login() {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-8">
      <Logo />
      <div>
        <h1 className="text-2xl font-extrabold">Admin</h1>
        <p className="mt-2.5 text-ink-2">
          For whoever keeps this place. Sign in with the name and password of the server.
        </p>
      </div>
      <AdminLoginForm />
    </main>
  );
}

/** Not behind the users' login: the operator has a separate session. */
export function AdminPage() {
  useTitle('Admin');
  return useAdminToken() === null ? <Login /> : <AdminDashboard />;
}
