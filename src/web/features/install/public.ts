export { InstallButton } from './install-button.tsx';
