import { createContext, use } from 'react';

/** What every signed-in page can ask of its frame. */
interface FrameActions {
  /** Opens the list of the missions to check in to today over the page. */
  openQuickCheckin: () => void;
  /** Opens the form for a break over the page. */
  takePause: () => void;
  logOut: () => void;
  loggingOut: boolean;
}

const FrameContext = createContext<FrameActions | null>(null);
export const FrameProvider = FrameContext.Provider;

/** What the frame around this page can do. Throws outside of it. */
export function useFrame(): FrameActions {
  const frame = use(FrameContext);
  if (!frame) throw new Error('No frame around this page');
  return frame;
}
