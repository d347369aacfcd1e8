import { ROOT } from './processes.ts';
import { releaseProblems, versionOf } from './release-state.ts';
import { report } from './source-files.ts';

/** Checks that all files name one version and that the documents are finished, here or in the given folder. */
const root = process.argv[2] ?? ROOT;
report(releaseProblems(root), `${versionOf(root)} is the version everywhere, and no document has a gap.`);
