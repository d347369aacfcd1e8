/** What the last daily sweep of this process found, for the metrics. */
export interface MediaReport {
  /** Pictures that no row named and that were removed. */
  orphans: number;
  /** Rows whose picture is missing. */
  missing: number;
}

/** A report before the first sweep. */
export const mediaReport = (): MediaReport => ({ orphans: 0, missing: 0 });
