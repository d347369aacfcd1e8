export { useFrame } from './frame-actions.ts';
export { Page } from './page.tsx';
