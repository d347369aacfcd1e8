import { withClient } from './database.ts';
import { type LoggedQueryPlan, nodesOf, type QueryPlanNode } from './plans-log.ts';
import { heading, type Verdict, verdict } from './report.ts';

const WHERE = 'docs/performance.md#limits';
/** A sequential scan of a table with more rows than this is a fault. */
const SMALL_TABLE = 1000;
/** Reading and discarding more rows than this is a fault. */
const IN_VAIN = 1000;

/** Statements that may read whole tables, by their beginning, each with the reason. */
const READS_ALL: readonly [beginning: RegExp, why: string][] = [
  [
    /^\s*insert into digest_sends/,
    'on Mondays at noon everybody in the zones that are due is looked at: as many as a scan reads',
  ],
];

interface Statement {
  /** The call or time that first ran it. */
  name: string;
  sql: string;
  milliseconds: number;
  reads: Set<string>;
  indexes: Set<string>;
  faults: Set<string>;
  /** Whether it may read everything. */
  reads_all: boolean;
}

export interface Statements {
  /** Adds plans of statements that ran for `name`. With `reads_all`, counting statements may read everything. */
  add(name: string, plans: readonly LoggedQueryPlan[], reads_all?: boolean): void;
  report(): Promise<Verdict[]>;
}

const reasonOf = (sql: string) => READS_ALL.find(([beginning]) => beginning.test(sql))?.[1];

/** Returns the product's tables with their number of rows. The queue's tables are in another schema. */
async function listTables(url: string): Promise<Map<string, number>> {
  const sql = `select relname as name, reltuples as count from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const { rows } = await withClient(url, (client) => client.query<{ name: string; count: number }>(sql));
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Describes the faults of a plan; none if it uses indexes for what it needs. */
function faultsOf(nodes: readonly QueryPlanNode[], large: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  for (const node of nodes) {
    const name = node['Relation Name'];
    if (node['Node Type'] === 'Seq Scan' && large.has(name!)) faults.push(`SEQ SCAN of ${name}`);
    const inVain = (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1);
    if (inVain > IN_VAIN) faults.push(`READS ${inVain} ROWS of ${name} in vain`);
  }
  return faults;
}

/** Checks the generic plan, to which PostgreSQL can switch for a prepared statement. */
async function explainInGeneral(url: string, statements: readonly Statement[], large: ReadonlySet<string>) {
  await withClient(url, async (client) => {
    for (const statement of statements) {
      type Row = { 'QUERY PLAN': [{ Plan: QueryPlanNode }] };
      const { rows } = await client.query<Row>(`explain (generic_plan, format json) ${statement.sql}`);
      for (const fault of faultsOf(nodesOf(rows[0]!['QUERY PLAN'][0].Plan), large))
        statement.faults.add(`${fault} (with any values)`);
    }
  });
}

function print(statements: Iterable<Statement>): void {
  let last = '';
  for (const { name, sql, milliseconds, reads, indexes, faults } of statements) {
    if (name !== last) console.log(name);
    last = name;
    const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase();
    const found = [...faults].join(', ') || [...indexes].join(' ') || 'no look-up';
    const why = faults.size > 0 && reasonOf(sql) ? ` (${reasonOf(sql)})` : '';
    console.log(`${milliseconds.toFixed(2).padStart(9)} ms  ${verb} ${[...reads].join(' ')}: ${found}${why}`);
  }
}

export async function makeStatements(url: string): Promise<Statements> {
  const tables = await listTables(url);
  const large = new Set([...tables].filter(([, count]) => count > SMALL_TABLE).map(([name]) => name));
  const bySql = new Map<string, Statement>();
  return {
    add(name, plans, reads_all = false) {
      for (const { sql, milliseconds, nodes } of plans) {
        const names = nodes.flatMap((node) => node['Relation Name'] ?? []);
        if (names.length === 0 || names.some((table) => !tables.has(table))) continue;
        const sets = { reads: new Set<string>(), indexes: new Set<string>(), faults: new Set<string>() };
        const isRight = (reads_all && /\bcount\(/.test(sql)) || reasonOf(sql) !== undefined;
        const statement = bySql.get(sql) ?? { name, sql, milliseconds: 0, reads_all: isRight, ...sets };
        bySql.set(sql, statement);
        statement.milliseconds = Math.max(statement.milliseconds, milliseconds);
        for (const table of names) statement.reads.add(table);
        for (const node of nodes) if (node['Index Name']) statement.indexes.add(node['Index Name']);
        for (const fault of faultsOf(nodes, large)) statement.faults.add(fault);
      }
    },
    async report() {
      const statements = [...bySql.values()];
      await explainInGeneral(url, statements, large);
      heading('Statements of real calls: the longest run, the tables, and the indexes or what is at fault');
      print(statements);
      const atFault = statements.filter((statement) => statement.faults.size > 0 && !statement.reads_all);
      const names = [...new Set(atFault.map(({ name }) => name))].join(', ');
      const sentence = `Every statement goes by indexes: no scan of a table over ${SMALL_TABLE} rows, none of more than ${IN_VAIN} rows in vain`;
      const measured = `${atFault.length} of ${statements.length} at fault${names && `: ${names}`}`;
      return [verdict(WHERE, sentence, atFault.length === 0, measured)];
    },
  };
}
