/**
 * The rules for the workflow that publishes a release, for GitHub and Forgejo alike. It is read by the parser of its
 * makers, which knows keys, events and what an expression may name; who publishes, and with what, are rules of ours.
 */
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parse } from 'yaml';

const MOST_LINES = 60;
/** Everything else is a line that anybody can run and read: no action of somebody else's sees the registry's password. */
const ACTIONS = ['actions/checkout', 'actions/setup-node'];

/** What has to be run, in this order. */
const STEPS = [
  '"$IMAGE"',
  'npm run release -- --verify "$TAG"',
  'npm run check',
  'tonistiigi/binfmt --install arm64',
  'docker buildx create --use',
  'docker login',
  'docker buildx build --platform linux/amd64,linux/arm64 --sbom=true --provenance=true --push',
];

/**
 * @param text a workflow
 * @param scripts the names of the scripts of package.json
 */
export async function workflowProblems(text, scripts) {
  const { context, value } = parseWorkflow({ name: 'release.yml', content: text }, new NoOperationTraceWriter());
  const template = value && (await convertWorkflowTemplate(context, value));
  const errors = context.errors.getErrors();
  if (errors.length > 0)
    return errors.map(({ rawMessage, range }) => ({ line: range?.start.line ?? 1, message: rawMessage }));
  const problems = [];
  const add = (message) => problems.push({ line: 1, message });
  if (text.trimEnd().split('\n').length > MOST_LINES) add(`a workflow has at most ${MOST_LINES} lines`);
  if (JSON.stringify(template.events) !== JSON.stringify({ push: { tags: ['v*.*.*'] } }))
    add('the only event is a tag: push, tags v*.*.*');
  const { permissions = {} } = parse(text);
  if (permissions.packages !== 'write' || permissions.contents !== 'read' || Object.keys(permissions).length !== 2)
    add('permissions are contents: read and packages: write');
  const steps = template.jobs.flatMap((job) => job.steps ?? []);
  const actions = steps.filter(({ uses }) => uses).map(({ uses }) => String(uses).split('@')[0]);
  if (actions.join() !== ACTIONS.join() || steps.slice(0, ACTIONS.length).some(({ uses }) => !uses))
    add(`the steps are ${ACTIONS.join(' and ')}, and lines to run after them`);
  const lines = steps.filter(({ run }) => run).map(({ run }) => String(run));
  for (const line of lines) {
    // What a tag or a secret contains would become part of the command.
    if (line.includes('${{')) add(`"${line.split('\n')[0]}" takes values from env, not from expressions`);
    for (const [, name] of line.matchAll(/npm run ([\w:-]+)/g))
      if (!scripts.includes(name)) add(`package.json has no script "${name}"`);
  }
  const places = STEPS.map((step) => lines.findIndex((line) => line.includes(step)));
  for (const [at, step] of STEPS.entries()) {
    if (places[at] === -1) add(`there is no step with ${step}`);
    else if (at > 0 && places[at - 1] >= places[at]) add(`${step} comes too early`);
  }
  return problems;
}
