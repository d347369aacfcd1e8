import { createContext, use } from 'react';

interface FrameActions {
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
