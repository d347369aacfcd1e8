/**
 * Exits with one sentence if Node is too old. Each program imports it, for people who start `dist/server/*.js` without
 * npm.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(`Emberkin needs Node.js 24.11 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
