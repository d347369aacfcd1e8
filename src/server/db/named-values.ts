/** A value's name in a statement; a second colon before it makes a cast, as in `::date`. */
const NAME = /(?<!:):([a-z_][a-z0-9_]*)/g;

/** The values of a statement by their names; what the statement does not name is left out. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Lets a statement name its values, `:points_earned`, where `$6` would have to be counted. The text is turned into one
 * with numbers once, at load; what is returned makes the arguments of `rows` from an object. Throws there for a value that
 * is missing or undefined: what is empty is null. Texts and comments in the statement must hold no such name.
 */
export function namedValues(statement: string): (values: Values) => [sql: string, values: unknown[]] {
  const names: string[] = [];
  const sql = statement.replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return (values) => [
    sql,
    names.map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The statement needs a value for :${name}.`);
      return value;
    }),
  ];
}
