import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Form } from '#platform/web/lib/form.ts';
import { HabitField } from './habit-field.tsx';
import { emptyDraft, type MissionDraft } from './mission-draft.ts';

const form = { values: emptyDraft('2026-11-21'), set: () => undefined } as unknown as Form<MissionDraft>;

it('asks for one habit or each their own, until the first check-in', () => {
  const open = renderToStaticMarkup(<HabitField form={form} fixed={false} />);
  expect(open).toMatch(/aria-label="One habit, together"[^>]*checked|checked[^>]*aria-label="One habit, together"/);
  for (const text of ['Everyone does the same thing.', 'One group, a habit each.']) expect(open).toContain(text);
  expect(open).not.toContain('disabled=');
  const fixed = renderToStaticMarkup(<HabitField form={form} fixed />);
  expect(fixed).toContain('<fieldset disabled="" aria-describedby="habit-fixed"');
  expect(fixed).toContain('id="habit-fixed"');
  expect(open).not.toContain('habit-fixed');
  expect(fixed).toContain('Fixed since the first check-in.');
});
