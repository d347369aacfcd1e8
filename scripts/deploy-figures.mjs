import { parser } from '@prometheus-io/lezer-promql';

/** Figures that Prometheus makes itself, and labels that it adds to every figure. */
const OWN_FIGURES = ['up'];
const OWN_LABELS = ['job', 'instance'];

/** The names of the figures that a registry of prom-client shows, with the labels that each can have. */
export function figuresOf(registry) {
  const figures = new Map(OWN_FIGURES.map((name) => [name, new Set(OWN_LABELS)]));
  for (const { name, labelNames = [], buckets } of registry.getMetricsAsArray()) {
    const labels = new Set([...labelNames, ...OWN_LABELS]);
    if (buckets === undefined) figures.set(name, labels);
    else for (const part of ['sum', 'count']) figures.set(`${name}_${part}`, labels);
    if (buckets !== undefined) figures.set(`${name}_bucket`, new Set([...labels, 'le']));
  }
  return figures;
}

/** What Grafana puts into an expression before it asks. */
const filledIn = (expression) => expression.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1h');

/** Why an expression of PromQL cannot be right, one sentence each: its syntax, an unknown figure, or an unknown label. */
function expressionProblems(expression, figures) {
  const text = filledIn(expression);
  const problems = [];
  const textOf = ({ from, to }) => text.slice(from, to);
  const [known, grouped] = [new Set(), new Set()];
  let count = 0;
  parser.parse(text).iterate({
    enter({ type, from, node }) {
      if (type.isError) problems.push(`"${text}" is not PromQL at character ${from + 1}`);
      if (type.name === 'GroupingLabels') for (const label of node.getChildren('LabelName')) grouped.add(textOf(label));
      if (type.name !== 'VectorSelector') return;
      count += 1;
      const name = textOf(node.getChild('Identifier') ?? { from: 0, to: 0 });
      const labels = figures.get(name);
      if (labels === undefined) return void problems.push(`the server exports no "${name}"`);
      for (const label of labels) known.add(label);
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      for (const label of matchers.map((matcher) => textOf(matcher.getChild('LabelName'))))
        if (!labels.has(label)) problems.push(`"${name}" has no label "${label}"`);
    },
  });
  for (const label of grouped) if (!known.has(label)) problems.push(`no figure of "${text}" has a label "${label}"`);
  if (problems.length === 0 && count === 0) problems.push(`"${text}" reads no figure`);
  return problems;
}

/** The problems of Prometheus's rules: what is missing in an alert, and its expression. */
export function alertProblems({ groups = [] }, figures) {
  const alerts = groups.flatMap(({ rules }) => rules);
  const names = alerts.map(({ alert }) => alert);
  const problems = alerts.flatMap(({ alert, expr, labels, annotations }) => [
    ...(alert && names.indexOf(alert) === names.lastIndexOf(alert) ? [] : [`"${alert}" needs a name of its own`]),
    ...(labels?.severity && annotations?.summary ? [] : [`${alert} needs a severity and a summary`]),
    ...expressionProblems(String(expr), figures).map((message) => `${alert}: ${message}`),
  ]);
  return alerts.length === 0 ? ['there is no alert'] : problems;
}

const overlap = (one, other) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** The problems of a dashboard of Grafana: panels that lie on each other, and the expressions of panels and variables. */
export function dashboardProblems({ panels = [], templating }, figures) {
  const all = panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
  const problems = all.flatMap(({ id, title, type, targets = [] }) => [
    ...(all.filter((other) => other.id === id).length === 1 ? [] : [`${title}: the id ${id} is there twice`]),
    ...(type === 'row' || targets.length > 0 ? [] : [`${title} shows nothing`]),
    ...targets.flatMap(({ expr }) => expressionProblems(expr, figures).map((message) => `${title}: ${message}`)),
  ]);
  for (const [at, { title, gridPos }] of panels.entries()) {
    const below = panels.slice(at + 1).find((other) => overlap(gridPos, other.gridPos));
    if (below) problems.push(`${title} lies on ${below.title}`);
  }
  for (const { name, type, query } of templating?.list ?? []) {
    const figure = /^label_values\((\w+),/.exec(query)?.[1];
    if (type === 'query' && !figures.has(figure))
      problems.push(`the variable ${name}: the server exports no "${figure}"`);
  }
  return all.length === 0 ? ['there is no panel'] : problems;
}
