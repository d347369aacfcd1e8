export { pushDevicesQuery } from './queries.ts';
