import { ROOT } from './processes.ts';
import { releaseProblems, versionOf } from './release-state.ts';
import { report } from './source-files.ts';

/** The folder to check: an argument, or this repository. Every file names one version, and no document has a gap. */
const root = process.argv[2] ?? ROOT;
report(releaseProblems(root), `${versionOf(root)} is the version everywhere, and no document has a gap.`);
