/**
 * Before hydration links navigate to documents, and these rules prefetch the document of a link under the pointer. After hydration links
 * fetch only data, so root.tsx removes the rules.
 */
const SPECULATION_ID = 'ahead'
const NOT_PREFETCHED = ['/api/*', '/files/*', '/member*', '/experiment*', '/console*', '/invited*']
const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, ...NOT_PREFETCHED.map((path) => ({ not: { href_matches: path } }))] },
      eagerness: 'moderate',
    },
  ],
})

const MODULE_SCRIPT = /<script type="module" async="">([\s\S]*?)<\/script>/
const PRELOAD = /<link rel="modulepreload"[^>]*>/g

/**
 * Public pages are complete without JavaScript. React Router's module script and its preloads would compete with the first paint, so the
 * preloads are removed and the script is stored as text until `starter` (starter.ts) runs it.
 */
export function hydrateLater(html: string, starter: string): string {
  const [script, body] = MODULE_SCRIPT.exec(html) ?? []
  if (!script || body === undefined)
    throw new Error('the module script of the page was not found: React Router has changed its output')
  const rules = `<script type="speculationrules" id="${SPECULATION_ID}">${SPECULATION_RULES}</script>`
  return html
    .replace(PRELOAD, '')
    .replace(script, () => `<script type="text/plain" id="later">${body}</script><script>${starter}</script>`)
    .replace('</body>', () => `${rules}</body>`)
}
