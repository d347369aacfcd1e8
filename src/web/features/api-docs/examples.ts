import type { ApiOperation } from './document.ts';

export type Values = Record<string, string>;

/** The address of a call with the values that were typed; what is missing stays `{name}`. */
export function addressOf({ path, parameters }: Pick<ApiOperation, 'path' | 'parameters'>, values: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : whole,
  );
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) =>
      place === 'query' && values[name] ? [[name, values[name]] as [string, string]] : [],
    ),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The body of the example with one's own mission and id in it. */
function bodyOf(operation: ApiOperation, own: Values): string | null {
  const example = operation.requestBody?.content['application/json']?.example;
  if (example === undefined) return null;
  return JSON.stringify(example, null, 2).replace(/MISSION_ID|USER_ID/g, (name) => own[name] ?? name);
}

/** The call as a line for a terminal, with the token in the variable EMBERKIN_TOKEN. */
export function curlOf(operation: ApiOperation, server: string, values: Values, own: Values): string {
  const body = bodyOf(operation, own);
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${quoted(server + addressOf(operation, values))}`,
    '-H "Authorization: Bearer $EMBERKIN_TOKEN"',
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}
