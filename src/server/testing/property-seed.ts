// Property tests draw anew in every run. With FAST_CHECK_SEED they repeat the draws of the run that printed this seed.
const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}
