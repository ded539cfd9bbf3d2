import { renderToString } from 'react-dom/server'
import DrawnFigure from '../../shop/media/drawn-figure.tsx'
import type { FigureProps } from '../../shop/media/figure-rules.ts'

/** About two kilobytes each. */
const MOST_KEPT = 2000
const kept = new Map<string, string>()

/**
 * The HTML inside the frame of a drawing. A page has up to thirty drawings, each of them always gives the same HTML, and making them took a
 * quarter of the time of the page.
 */
export function innerDrawing(props: FigureProps): string {
  const { figure, name, seed, title } = props
  const key = JSON.stringify([figure, name, seed, title])
  const before = kept.get(key)
  if (before !== undefined) return before
  const html = renderToString(<DrawnFigure {...props} />)
  const inner = html.slice(html.indexOf('>') + 1, html.lastIndexOf('</figure>'))
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
  kept.set(key, inner)
  return inner
}
