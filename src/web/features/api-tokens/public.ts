export { Upgrade } from './upgrade.tsx';
