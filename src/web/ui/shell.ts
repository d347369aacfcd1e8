import { createContext, type ReactNode, use } from 'react';

/** What stands round every signed-in page. The app's layout fills it; nothing in `ui` fetches. */
export interface Shell {
  me: { name: string; avatar_url: string | null };
  /** PRO or Free Plan. */
  plan: string;
  /** Where the phone's middle button leads: the first open mission; `done` when all are in; null when there is none. */
  checkin: { mission_id: string } | 'done' | null;
  logOut: () => void;
  loggingOut: boolean;
  /** The invitations bell in the header, on phones too. */
  mailbox?: ReactNode;
  /** The notification bell in the header; on phones with a tab bar it leaves the header for `tabBell`. */
  bell?: ReactNode;
  /** The notification bell as an item of the tab bar: a button of class `tabClass`. */
  tabBell?: ReactNode;
  /** What the app itself has to say, above the page: offline, a new version. */
  notices?: ReactNode;
  /** The install button in the looks of its place; draws nothing where there is nothing to install. */
  install?: (className: string) => ReactNode;
}

const ShellContext = createContext<Shell | null>(null);
export const ShellProvider = ShellContext.Provider;

/** What the layout provides; throws outside of it. */
export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('No shell round this page');
  return shell;
}
