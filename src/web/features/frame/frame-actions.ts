import { createContext, use } from 'react';

/** Actions of the frame that every signed-in page can call. */
interface FrameActions {
  /** Opens the list of today's missions over the page. */
  openQuickCheckin: () => void;
  takePause: () => void;
  logOut: () => void;
  loggingOut: boolean;
}

const FrameContext = createContext<FrameActions | null>(null);
export const FrameProvider = FrameContext.Provider;

/** Returns the frame's actions. Throws outside of a frame. */
export function useFrame(): FrameActions {
  const frame = use(FrameContext);
  if (!frame) throw new Error('No frame around this page');
  return frame;
}
