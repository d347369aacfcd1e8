/** A value's name in a statement; a second colon before it makes a cast, as in `::date`. */
const NAME = /(?<!:):([a-z_][a-z0-9_]*)/g;

/**
 * Lets a statement name its values, `:points_earned`, where `$6` would have to be counted. The text is turned into one
 * with numbers once, at load; what is returned makes the arguments of `rows` from an object. Throws there for a value that
 * is missing or undefined: what is empty is null. What the statement does not name is left out. Texts and comments in the statement must hold no such name.
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
