export { type PushState, pushProblem, readPushState, turnPushOn } from './push-permission.ts';
export { pushDevicesQuery } from './queries.ts';
