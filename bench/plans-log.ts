import { open } from 'node:fs/promises';
import { BENCH_NAME, type BenchDatabase } from './database.ts';

/** Settings of a database that logs the plan of every statement with its actual rows. */
export const EXPLAIN_EVERYTHING = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
  log_line_prefix: '%a|',
};

export interface QueryPlanNode {
  'Node Type': string;
  Operation?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  'Actual Loops'?: number;
  Plans?: QueryPlanNode[];
}

export interface LoggedQueryPlan {
  sql: string;
  milliseconds: number;
  nodes: QueryPlanNode[];
}

export const nodesOf = (node: QueryPlanNode): QueryPlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A log entry: the connection's name, the duration, and the plan as JSON with a tab before each line. */
const ENTRY = /^(.*)\|LOG: {2}duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)*?\t\}\n)/gm;

export interface QueryPlanLog {
  /** Returns the plans of all statements that others ran since the last call. */
  read(): Promise<LoggedQueryPlan[]>;
}

/** Reads the log of a database with `EXPLAIN_EVERYTHING` from its current end. */
export async function openQueryPlanLog(database: BenchDatabase): Promise<QueryPlanLog> {
  const path = `${database.location}.log`;
  const readFrom = async (position: number): Promise<string> => {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - position), 0, size - position, position);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  };
  let position = Buffer.byteLength(await readFrom(0));
  return {
    async read() {
      const text = await readFrom(position);
      const plans: LoggedQueryPlan[] = [];
      let end = 0;
      for (const { 0: entry, 1: name, 2: milliseconds, 3: json, index } of text.matchAll(ENTRY)) {
        // The next call reads an entry that is still being written.
        end = index + entry.length;
        type Explained = { 'Query Text': string; Plan: QueryPlanNode };
        const { 'Query Text': sql, Plan: plan } = JSON.parse(json!) as Explained;
        if (name === BENCH_NAME) continue;
        plans.push({ sql, milliseconds: Number(milliseconds), nodes: nodesOf(plan) });
      }
      position += Buffer.byteLength(text.slice(0, end));
      return plans;
    },
  };
}
