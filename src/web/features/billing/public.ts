export { LIMIT_ID, PlanTile, Upgrade } from './plan-tile.tsx';
