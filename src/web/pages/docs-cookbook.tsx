import { To } from '#web/features/api-docs/guide/beginning.tsx';
import { DocsPage, Prose } from '#web/features/api-docs/layout.tsx';
import { RecipeEntry } from '#web/features/api-docs/recipe-entry.tsx';
import { CURL } from '#web/features/api-docs/recipes/curl.ts';
import { HOME_ASSISTANT } from '#web/features/api-docs/recipes/home-assistant.ts';
import { N8N } from '#web/features/api-docs/recipes/n8n.ts';
import { PYTHON } from '#web/features/api-docs/recipes/python.ts';
import type { Recipe } from '#web/features/api-docs/recipes/recipe.ts';
import { SHORTCUT } from '#web/features/api-docs/recipes/shortcut.ts';

const TOOLS: readonly { id: string; title: string; recipes: readonly Recipe[] }[] = [
  { id: 'curl', title: 'curl', recipes: CURL },
  { id: 'shortcuts', title: 'iOS Shortcuts', recipes: SHORTCUT },
  { id: 'home-assistant', title: 'Home Assistant', recipes: HOME_ASSISTANT },
  { id: 'n8n', title: 'n8n', recipes: N8N },
  { id: 'python', title: 'Python', recipes: PYTHON },
];

/** Things to build, each from beginning to end. */
export function DocsCookbookPage() {
  return (
    <DocsPage
      path="/docs/api/cookbook"
      title="API cookbook"
      lead={
        <>
          Small things that work as they stand. All you need is a token from{' '}
          <To href="/connections#tokens">API tokens</To>, or for some just a check-in key.
        </>
      }
      contents={TOOLS}
    >
      {TOOLS.map(({ id, title, recipes }) => (
        <Prose key={id} id={id} title={title}>
          {recipes.map((recipe) => (
            <RecipeEntry key={recipe.id} {...recipe} />
          ))}
        </Prose>
      ))}
    </DocsPage>
  );
}
