import { Code, Marked } from '#web/features/api-docs/code.tsx';
import { To } from '#web/features/api-docs/guide/beginning.tsx';
import { DocsPage, Prose } from '#web/features/api-docs/layout.tsx';
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

function RecipeEntry({ id, title, lead, steps = [], blocks, after }: Recipe) {
  return (
    <article
      aria-labelledby={id}
      className="mt-8 border-t-2 border-dashed border-line pt-2 first-of-type:mt-0 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <h3 id={id} className="scroll-mt-4">
        {title}
      </h3>
      <p>
        <Marked text={lead} />
      </p>
      {steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step}>
              <Marked text={step} />
            </li>
          ))}
        </ol>
      )}
      {blocks.map((block) => (
        <Code key={block.title} title={block.title} parts={[block.text]} />
      ))}
      {after && (
        <p>
          <Marked text={after} />
        </p>
      )}
    </article>
  );
}

/** Things to build, each from beginning to end. */
export function DocsCookbookPage() {
  return (
    <DocsPage
      path="/docs/api/cookbook"
      title="API cookbook"
      lead={
        <>
          Small things that work as they stand. All you need is a token from <To href="/tokens">API tokens</To>, or for
          some just a check-in key.
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
