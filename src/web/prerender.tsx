import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { loginFile } from '#contract/site.ts';
import { CATALOGUES } from '#messages/generated/catalogues.ts';
import { RULES } from '#messages/generated/rules.ts';
import { changeLanguage, getT, loadParts, registerLanguages } from '#platform/web/lib/language.ts';
import { App } from '#web/app/app.tsx';
import { makeRouter } from './app/router.tsx';
import { Campfire } from './drawings/campfire.tsx';
import { drawWithCampfire } from './drawings/drawn-campfire.tsx';
import { Logo } from './drawings/logo.tsx';
import { DashboardShellSkeleton } from './features/dashboard/load-states.tsx';

export { renderDocs, renderReference } from './features/api-docs/render-docs.tsx';

registerLanguages(RULES, CATALOGUES);

async function renderRoute(path: string): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToStaticMarkup(<App router={router} />);
}

/** Returns the texts that a page contains, which are the texts visible without a session. */
async function messagesOf(tag: string): Promise<string> {
  const { default: messages } = await CATALOGUES[tag]!.public!();
  return JSON.stringify(messages);
}

/** Renders /login in the current language, as on servers without a single sign-on provider. */
async function renderLogin(): Promise<DrawnPage> {
  const t = getT();
  const { tag, direction } = t.language;
  return {
    title: `${t('start.login.title')} · Emberkin`,
    description: t('start.login.description'),
    needs: [],
    messages: await messagesOf(tag),
    noscript: t('start.login.no_script'),
    language: tag,
    // The page template already says that it is in English.
    attributes: tag === 'en' ? '' : `lang="${tag}" dir="${direction}"`,
    html: await renderRoute('/login'),
  };
}

interface DrawnPage {
  title: string;
  description?: string;
  needs: string[];
  html: string;
  messages?: string;
  noscript?: string;
  language?: string;
  /** Attributes that replace the attributes of the element `html`. */
  attributes?: string;
}

/** The languages for public/language.js: tag and direction, and `partial` if only users who choose it see it. */
const LANGUAGES_TO_CHOOSE = RULES.map(({ tag, direction, complete }) =>
  [tag, direction, ...(complete ? [] : ['partial'])].join(':'),
).join(' ');
const BY_DEVICE = { attributes: `lang="en" data-languages="${LANGUAGES_TO_CHOOSE}"` };

/** Renders the pages by file name, so their first paint waits for no script. */
export async function renderPages(): Promise<Record<string, DrawnPage>> {
  const pages: Record<string, DrawnPage> = {};
  drawWithCampfire(Campfire);
  await loadParts('public');
  for (const { tag } of RULES) {
    await changeLanguage(tag);
    pages[loginFile(tag)] = await renderLogin();
  }
  await changeLanguage('en');
  return {
    ...pages,
    'dashboard.html': {
      ...BY_DEVICE,
      title: 'Emberkin',
      needs: [
        'src/web/app/query-client.tsx',
        'src/web/data/offline/offline-cache.ts',
        'src/web/app/app-layout.tsx',
        'src/web/pages/dashboard.tsx',
      ],
      html: renderToStaticMarkup(<DashboardShellSkeleton />),
    },
    'index.html': {
      ...BY_DEVICE,
      title: 'Emberkin',
      needs: ['src/web/app/query-client.tsx'],
      html: renderToStaticMarkup(
        <div className="grid min-h-dvh place-items-center">
          <Logo />
        </div>,
      ),
    },
  };
}
