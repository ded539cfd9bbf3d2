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

const RULES = `<script type="speculationrules" id="${SPECULATION_ID}">${SPECULATION_RULES}</script>`
const MODULE_START = '<script type="module" async="">'
const SCRIPT_END = '</script>'
const PRELOAD = /<link rel="modulepreload"[^>]*>/g

/** A page in the parts that are changed and the large ones between them, which are not: each replacement in a page would copy it. */
export interface CutPage {
  head: string
  /** From the end of the head to the module script. */
  body: string
  scripts: string
  /** What follows the module script: the data of a page that was streamed. */
  data: string
  end: string
}

export function cutPage(html: string): CutPage {
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  const moduleAt = html.lastIndexOf(MODULE_START)
  const moduleEnd = html.indexOf(SCRIPT_END, moduleAt) + SCRIPT_END.length
  if (headEnd < 0 || bodyEnd < 0 || moduleAt < 0)
    throw new Error('the module script of the page was not found: React Router has changed its output')
  return {
    head: html.slice(0, headEnd),
    body: html.slice(headEnd, moduleAt),
    scripts: html.slice(moduleAt, moduleEnd),
    data: html.slice(moduleEnd, bodyEnd),
    end: html.slice(bodyEnd),
  }
}

/**
 * Public pages are complete without JavaScript. React Router's module script and its preloads would compete with the first paint, so the
 * preloads are removed and the script is stored as text until `starter` (starter.ts) runs it.
 */
export function hydrateLater({ head, scripts }: CutPage, starter: string) {
  const script = scripts.slice(MODULE_START.length, -SCRIPT_END.length)
  return {
    // React puts preloads into the head, wherever they stand.
    head: head.replace(PRELOAD, ''),
    scripts: `<script type="text/plain" id="later">${script}</script><script>${starter}</script>`,
    rules: RULES,
  }
}
