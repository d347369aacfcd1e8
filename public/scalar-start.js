// Runs before the reference of the API starts.

// Zod in it tries `new Function`, which the policy of the page refuses.
globalThis.__zod_globalConfig = { jitless: true };

// Its colors follow the theme that the user chose in the app.
try {
  localStorage.setItem('colorMode', localStorage.getItem('theme') ?? 'system');
} catch {
  // Storage may be forbidden: then the system decides.
}
