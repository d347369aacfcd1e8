import type { DocsCondition } from '#contract/api-docs.ts';
import type { Operation, Parameter } from './document.ts';

/**
 * A piece of an example: text, the place of an id that the page fills in for who is signed in, or what only some servers
 * say.
 */
export type CodePart =
  | string
  | { readonly own: string; readonly shown: string }
  | { readonly only_if: DocsCondition; readonly shown: string };

const upper = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();

/** What stands for a parameter of a path: the `id` below `/api/missions/` is a MISSION_ID. */
export function placeholderOf(path: string, name: string): string {
  const before =
    path
      .slice(0, path.indexOf(`{${name}}`))
      .split('/')
      .at(-2) ?? '';
  return name === 'id' ? `${upper(before).replace(/S$/, '')}_ID` : upper(name);
}

/** The address of a call, with placeholders for the parameters of its path and for those of its query that it needs. */
function addressParts({ method, path, parameters }: Pick<Operation, 'method' | 'path' | 'parameters'>): CodePart[] {
  const address = path.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part;
    const shown = placeholderOf(path, part);
    // Nobody is to delete a mission of theirs by copying a sample.
    return method === 'DELETE' ? shown : { own: shown, shown };
  });
  const query = parameters.filter((parameter: Parameter) => parameter.in === 'query' && parameter.required);
  const pairs = query.map(({ name }) => `${name}=${upper(name)}`).join('&');
  return pairs ? [...address, `?${pairs}`] : address;
}

/** Quotes a text as one word for a POSIX shell. */
const escaped = (text: string) => text.replaceAll("'", `'\\''`);

const OWN: Record<string, string> = {
  mission_id: 'MISSION_ID',
  user_id: 'USER_ID',
  start_date: 'TODAY',
  from_day: 'TODAY',
  to_day: 'TODAY',
};
const OWN_VALUE = new RegExp(`(?<="(?:${Object.keys(OWN).join('|')})": ")([^"]+)(?=")`);

/** An example body, with the ids and days in it that are the reader's own. */
function bodyParts(example: unknown): CodePart[] {
  const text = escaped(JSON.stringify(example, null, 2));
  return text.split(OWN_VALUE).map((part, at, all) => {
    if (at % 2 === 0) return part;
    const [, key = ''] = /"(\w+)": "$/.exec(String(all[at - 1])) ?? [];
    return { own: OWN[key] ?? '', shown: part };
  });
}

/** The variable with the secret that a call takes: an API token, or the access token of a session where no token will do. */
const SECRETS = { read: 'EMBERKIN_TOKEN', write: 'EMBERKIN_TOKEN', session: 'EMBERKIN_SESSION', public: null } as const;

/** The call as a curl command that takes its secret from a variable. */
export function curlParts(operation: Operation, server: string): CodePart[] {
  const { method, access, body } = operation;
  const json = body?.['application/json'];
  const files = Object.entries(body?.['multipart/form-data']?.schema?.properties ?? {}).filter(
    ([, field]) => field.format === 'binary',
  );
  const variable = SECRETS[access];
  const secret = variable ? [` \\\n  -H "Authorization: Bearer $${variable}"`] : [];
  const parts: CodePart[] = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${server}`,
    ...addressParts(operation),
    "'",
  ];
  if (json?.example !== undefined)
    return [
      ...parts,
      ...secret,
      " \\\n  -H 'Content-Type: application/json' \\\n  -d '",
      ...bodyParts(json.example),
      "'",
    ];
  const forms = json ? [] : files.map(([name]) => ` \\\n  -F ${name}=@${name}.jpg`);
  return [...parts, ...secret, ...forms];
}
