// For the pages about the API, which are complete without it: Copy buttons, and changes of the theme.

// The rule of the theme is in the script that runs before the first paint.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  document.head.append(Object.assign(document.createElement('script'), { src: '/theme.js' }));
});

const status = document.createElement('p');
status.role = 'status';
status.className = 'sr-only';
document.body.append(status);

/** Copies a block of code. If the browser refuses, selects it for Ctrl+C or Cmd+C. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    status.textContent = 'Copied to clipboard';
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    status.textContent = 'Selected. Copy it with Ctrl+C or Cmd+C.';
    return false;
  }
}

let last = null;
for (const press of document.querySelectorAll('[data-copy]')) {
  press.hidden = false;
  press.addEventListener('click', async () => {
    const copied = await copy(press.closest('figure').querySelector('pre'));
    if (last) last.textContent = 'Copy';
    last = press.firstElementChild;
    if (copied) last.textContent = 'Copied';
  });
}
