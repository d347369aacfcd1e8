export { CampfirePage, DeadLinkPage } from './campfire-page.tsx';
export { LegalLinks } from './legal-links.tsx';
export { LinkPage } from './link-page.tsx';
