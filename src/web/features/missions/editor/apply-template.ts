import { DEFAULT_DAYS, type MissionDraft } from './mission-draft.ts';
import { fieldsOfTemplate, TEMPLATES, type TemplateFields } from './templates.ts';

const IDEAS = TEMPLATES.map(fieldsOfTemplate);

/** Whether a field holds what somebody typed: neither nothing, nor the default, nor what an idea wrote there. */
function isTyped(draft: MissionDraft, name: keyof TemplateFields): boolean {
  const value = draft[name].trim();
  const given = name === 'duration_days' ? DEFAULT_DAYS : '';
  return value !== '' && value !== given && !IDEAS.some((idea) => idea[name] === draft[name]);
}

const namesOf = (idea: TemplateFields) => Object.keys(idea) as (keyof TemplateFields)[];

/** Whether filling in `idea` would replace what somebody typed. */
export const overwritesInput = (draft: MissionDraft, idea: TemplateFields): boolean =>
  namesOf(idea).some((name) => isTyped(draft, name) && draft[name] !== idea[name]);

/** The fields that `idea` writes: all of it, or only where nobody typed anything. */
export function fieldsToFill(draft: MissionDraft, idea: TemplateFields, replace: boolean): Partial<TemplateFields> {
  const names = namesOf(idea).filter((name) => replace || !isTyped(draft, name));
  return Object.fromEntries(names.map((name) => [name, idea[name]]));
}
