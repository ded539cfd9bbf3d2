import { renderToStaticMarkup } from 'react-dom/server'
import type { FigureData } from '../../shop/media/figure-rules.ts'
import DrawnFigure from '../../shop/media/drawn-figure.tsx'
import css from '../../ui/drawings/frame.module.css'

/** Copies of colours in `tokens.css`, because custom properties work only in a browser; a test compares them. */
export const drawingColours = { green: '#b9f25c', cyan: '#5fd4de', amber: '#ffb454' }

/** The drawing of a page as a standalone SVG that contains its styles. */
export function drawingSvg(figure: FigureData | null, name: string, seed: number): string {
  const html = renderToStaticMarkup(<DrawnFigure figure={figure} name={name} seed={seed} />)
  const [svg = ''] = /<svg[\s\S]*<\/svg>/.exec(html) ?? []
  const { green, cyan, amber } = drawingColours
  const style = `.${css.trace}{fill:none;stroke:${green};stroke-width:1.6;stroke-linejoin:round}.${css.cyan}{stroke:${cyan}}.${css.amber}{fill:${amber}}.${css.blue}{fill:${cyan}}text{font-family:sans-serif}`
  return svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ').replace('>', `><style>${style}</style>`)
}
