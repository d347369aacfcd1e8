import { ROOT } from './processes.mjs';
import { releaseProblems, versionOf } from './release-state.mjs';
import { report } from './source-files.mjs';

/** Checks that everything names one version, and that the documents are finished, here or in the folder given. */
const root = process.argv[2] ?? ROOT;
report(releaseProblems(root), `${versionOf(root)} is the version everywhere, and no document has a gap.`);
