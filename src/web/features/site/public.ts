export { CampfirePage, DeadLinkPage, MissionLink } from './campfire-page.tsx';
export { LegalLinks } from './legal-links.tsx';
export { LinkDone, LinkPage } from './link-page.tsx';
export { FailedPage, SignpostPage } from './signpost-page.tsx';
