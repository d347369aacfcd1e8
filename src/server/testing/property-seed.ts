// Property tests use new random values in every run. FAST_CHECK_SEED repeats the run that printed this seed.
const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}
