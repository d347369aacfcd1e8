import { Code, Marked } from './code.tsx';
import type { Recipe } from './recipes/recipe.ts';

export function RecipeEntry({ id, title, lead, steps = [], blocks, after }: Recipe) {
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
