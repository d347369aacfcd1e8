import { type ApiDocument, listFields, listLost, listNarrowed, type Operation, resolve } from './document-fields.ts';

function compareParameters(before: ApiDocument, one: Operation, after: ApiDocument, other: Operation): string[] {
  const keyed = (document: ApiDocument, operation: Operation) =>
    new Map(
      (operation.parameters ?? []).map((part) => {
        const parameter = resolve(document, part);
        return [`${parameter.in} ${parameter.name}`, parameter] as const;
      }),
    );
  const [old, now] = [keyed(before, one), keyed(after, other)];
  const problems: string[] = [];
  for (const [key, parameter] of old) {
    const next = now.get(key);
    if (!next) problems.push(`parameter ${key} is gone`);
    else
      problems.push(
        ...listNarrowed(listFields(before, parameter.schema), listFields(after, next.schema)).map(
          (problem) => `parameter ${key}${problem}`,
        ),
      );
  }
  for (const [key, { required }] of now)
    if (required && !old.get(key)?.required) problems.push(`parameter ${key} has become required`);
  return problems;
}

function compareBodies(before: ApiDocument, one: Operation, after: ApiDocument, other: Operation): string[] {
  const problems: string[] = [];
  if (other.requestBody?.required && !one.requestBody) problems.push('a body has become required');
  for (const [type, { schema }] of Object.entries(one.requestBody?.content ?? {})) {
    const next = other.requestBody?.content[type];
    if (!next) problems.push(`${type} is not accepted any more`);
    else problems.push(...listNarrowed(listFields(before, schema), listFields(after, next.schema)));
  }
  return problems;
}

/** Returns the codes that the description of a response lists, each followed by its sentence. */
const codesIn = (description = '') => [...description.matchAll(/(?:^|; )`(\w+)`: /g)].map(([, code]) => code!);

function compareAnswers(before: ApiDocument, one: Operation, after: ApiDocument, other: Operation): string[] {
  const problems: string[] = [];
  for (const [status, part] of Object.entries(one.responses)) {
    const old = resolve(before, part);
    const next = other.responses[status] && resolve(after, other.responses[status]);
    if (!next) problems.push(`${status} is gone`);
    const [codes, headers] = [codesIn(next?.description), Object.keys(next?.headers ?? {})];
    for (const code of codesIn(old.description))
      if (next && !codes.includes(code)) problems.push(`${status} is never ${code} any more`);
    for (const name of Object.keys(old.headers ?? {}))
      if (next && !headers.includes(name)) problems.push(`${status} has no ${name} any more`);
    for (const [type, { schema }] of Object.entries(old.content ?? {})) {
      const body = next?.content?.[type];
      if (next && !body) problems.push(`${status} is no ${type} any more`);
      if (body)
        problems.push(
          ...listLost(listFields(before, schema), listFields(after, body.schema)).map((lost) => `${status} ${lost}`),
        );
    }
  }
  return problems;
}

const SCOPES = ['read', 'write'];

/** Lists the callers that a call no longer accepts, by kind of secret or token scope. */
function compareCallers(one: Operation, other: Operation): string[] {
  const namesOf = (scheme: object) => Object.keys(scheme).sort().join(' and ');
  const taken = (other.security ?? []).map(namesOf);
  const lost = (one.security ?? []).map(namesOf).filter((names) => taken.length > 0 && !taken.includes(names));
  const problems = lost.map((names) => `${names} does not open it any more`);
  if (one.security?.length === 0 && taken.length > 0) problems.push('it is not open to everybody any more');
  const [scope, now] = [one['x-token-scope'], other['x-token-scope']];
  if (scope !== undefined && taken.length > 0 && !(now && SCOPES.indexOf(now) <= SCOPES.indexOf(scope)))
    problems.push(`tokens of the scope ${scope} do not open it any more`);
  return problems;
}

/** Lists what receivers of events can no longer rely on. An event is like a response that the server sends unasked. */
function compareEvents(before: ApiDocument, after: ApiDocument): string[] {
  return Object.entries(before.webhooks ?? {}).flatMap(([name, { post: one }]) => {
    const other = after.webhooks?.[name]?.post;
    if (!one || !other) return one ? [`event ${name} is gone`] : [];
    const sent = new Set(other.parameters?.map((header) => header.name));
    const headers = (one.parameters ?? []).flatMap((header) => (sent.has(header.name) ? [] : [header.name]));
    const bodies = Object.entries(one.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
      const next = other.requestBody?.content[type];
      return next ? listLost(listFields(before, schema), listFields(after, next.schema)) : [`${type} is gone`];
    });
    return [...headers.map((header) => `${header} is gone`), ...bodies].map((problem) => `event ${name}: ${problem}`);
  });
}

/**
 * Lists what callers of the old API send or read and the new API no longer accepts or returns. An empty list means that
 * the API only gained. `isServed` returns true for a path that still works although the document no longer names it.
 */
export function listBreakingChanges(
  before: ApiDocument,
  after: ApiDocument,
  isServed: (method: string, path: string) => boolean,
): string[] {
  const named = new Map(
    Object.values(after.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const calls = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const moved = isServed(method.toUpperCase(), path) ? named.get(operation.operationId) : undefined;
      const next = after.paths[path]?.[method] ?? moved;
      if (!next) return [`${name} is gone`];
      const problems = [
        ...compareParameters(before, operation, after, next),
        ...compareBodies(before, operation, after, next),
        ...compareAnswers(before, operation, after, next),
        ...compareCallers(operation, next),
      ];
      return problems.map((problem) => `${name}: ${problem}`);
    }),
  );
  return [...calls, ...compareEvents(before, after)];
}
