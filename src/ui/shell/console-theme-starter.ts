/**
 * Sets the theme of the console before its first paint, so that a dark screen does not flash white. Inlined into the head of console pages,
 * minified (scripts/inline-script.mjs) and allowed by its hash (decision 0005). The same rule as in console-theme.ts; it has no imports,
 * because the text of this file alone is the script.
 */
try {
  const choice = localStorage.getItem('mingxi.console.theme')
  if (choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches))
    document.documentElement.dataset.theme = 'dark'
} catch {
  // A browser that keeps nothing shows the light theme until React starts.
}
