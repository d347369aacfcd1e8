import { createContext, type ReactNode, use } from 'react';

/** What the frame of every signed-in page shows. The app's layout provides it, because nothing in `ui` fetches. */
export interface Shell {
  me: { name: string; avatar_url: string | null };
  /** PRO or Free Plan. */
  plan: string;
  /** Target of the tab bar's middle button: the first mission open today, `done` when all are checked in, or null. */
  checkin: { mission_id: string } | 'done' | null;
  logOut: () => void;
  loggingOut: boolean;
  /** The bell of the invitations in the header, on phones too. */
  mailbox?: ReactNode;
  /** The bell of the notifications in the header; phones with a tab bar show `tabBell` instead. */
  bell?: ReactNode;
  /** The bell of the notifications as an item of the tab bar: a button of class `tabClass`. */
  tabBell?: ReactNode;
  /** Messages of the app itself above the page: offline, a new version. */
  notices?: ReactNode;
  /** The install button in the looks of its place; nothing where the app cannot be installed. */
  install?: (className: string) => ReactNode;
}

const ShellContext = createContext<Shell | null>(null);
export const ShellProvider = ShellContext.Provider;

/** What the layout provides. Throws outside of the layout. */
export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('No shell around this page');
  return shell;
}
