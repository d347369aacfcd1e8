/** The name of a value, such as `:id`. A second colon before it means a cast, as in `::date`. */
const NAME = /(?<!:):([a-z_][a-z0-9_]*)/g;

/**
 * Lets a statement name its values: `:points_earned` instead of `$6`. Replaces the names with numbers at load and
 * returns a function that converts an object to the arguments of `rows`. It ignores fields that the statement does not
 * name and throws for a missing or undefined value; use null. Literals and comments in the statement must not contain
 * such a name.
 */
export function namedValues(statement: string): (values: object) => [sql: string, values: unknown[]] {
  const names: string[] = [];
  const sql = statement.replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return (values) => [
    sql,
    names.map((name) => {
      const value = (values as Readonly<Record<string, unknown>>)[name];
      if (value === undefined) throw new Error(`The statement needs a value for :${name}.`);
      return value;
    }),
  ];
}
