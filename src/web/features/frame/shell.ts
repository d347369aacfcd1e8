import { createContext, type ReactNode, use } from 'react';

/**
 * How today stands: not known (yet), some missions need a check-in, something is done and no mission needs more, nothing
 * is done or needed but it is possible to check in, or not even that. `missions` are the ids of those that need it; where
 * none does, of those where it is possible.
 */
export interface TodaysCheckins {
  state: 'unknown' | 'needed' | 'done' | 'possible' | 'none';
  missions: readonly string[];
}

/** What the frame of every signed-in page shows. The app's layout provides it, because nothing in `ui` fetches. */
export interface Shell {
  me: { name: string; avatar_url: string | null };
  /** PRO or Free Plan; null where there are no plans. */
  plan: string | null;
  /** What the flame of the tab bar shows and where it leads. */
  checkin: TodaysCheckins;
  /** Opens the list of the missions to check in to today over the page. */
  openQuickCheckin: () => void;
  /** On the free plan, and no newcomer. */
  canUpgrade: boolean;
  logOut: () => void;
  loggingOut: boolean;
  /** The button that ends all sessions. */
  logOutEverywhere?: ReactNode;
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
