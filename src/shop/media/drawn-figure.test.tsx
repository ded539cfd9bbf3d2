import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { demoProjects } from '../../../demo/catalogue/projects.ts'
import { demoCases } from '../../../demo/content/cases.ts'
import { demoCourses } from '../../../demo/content/courses.ts'
import { demoNews } from '../../../demo/content/news.ts'
import { demoServices } from '../../../demo/content/services.ts'
import { demoBanners } from '../../../demo/content/site.ts'
import DrawnFigure from './drawn-figure.tsx'
import { type FigureData, figureKindNames } from './figure-rules.ts'
import { figureKinds, rowsAsText, rowsOfText } from './figure-kind-rules.ts'

type Drawn = { name: string; figure: FigureData | null; seed: number | string }

const projects: Drawn[] = demoProjects.map(({ name, figure }, index) => ({ name, figure, seed: index + 1 }))
const results: Drawn[] = demoProjects.flatMap(({ name, content }, index) =>
  content.results.flatMap(({ title, figure }, i) =>
    figure ? [{ name: `${name} ${title}`, figure, seed: (index + 1) * 10 + i }] : [],
  ),
)
const cases: Drawn[] = demoCases.map(({ title, figure }, index) => ({ name: title, figure, seed: 100 + index }))
const articles: Drawn[] = [...demoNews, ...demoCourses, ...demoServices].map(({ title, figure }, index) => ({
  name: title,
  figure,
  seed: 200 + index,
}))
const banners: Drawn[] = demoBanners.map(({ title, figure }, index) => ({ name: title, figure, seed: index + 1 }))

function markup({ name, figure, seed }: Drawn): string {
  return renderToStaticMarkup(<DrawnFigure name={name} figure={figure} seed={seed} title={name} />)
}

describe('the figures of the demo', () => {
  it.each([...projects, ...results, ...cases, ...articles, ...banners].map((drawn) => [drawn.name, drawn] as const))(
    '%s is at most 2 KB, has no broken number, says that it is a drawing, and of what',
    (name, drawn) => {
      const html = markup(drawn)
      expect(html.length).toBeLessThanOrEqual(2048)
      expect(html).not.toMatch(/NaN|Infinity|undefined/)
      expect(html).toContain('示意图')
      expect(html).toContain(`aria-label="${name}`)
    },
  )

  it.each([
    ['projects', projects],
    ['cases', cases],
    ['articles', articles],
    ['cases and articles', [...cases, ...articles]],
    ['banners', banners],
  ] as const)('no two %s look alike', (_, drawn) => {
    const pictures = drawn.map((each) => shape(markup(each)))
    expect(new Set(pictures).size).toBe(drawn.length)
  })

  it('projects are drawn from their own data: even with the same seed no two look the same', () => {
    const own = projects.filter(({ figure }) => figure && Object.keys(figure).length > 1)
    const pictures = own.map((each) => shape(markup({ ...each, seed: 1, name: '' })))
    expect(new Set(pictures).size).toBe(own.length)
    expect(own.length).toBeGreaterThanOrEqual(demoProjects.length - 2)
  })
})

describe('figures of editors', () => {
  it('every drawing can be chosen, has its own name and looks like no other', () => {
    const samples = figureKindNames.map((kind) => [kind, figureKinds[kind]] as const)
    expect(new Set(samples.map(([, { label }]) => label)).size).toBe(samples.length)
    const pictures = samples.map(([kind, { sample }]) =>
      shape(markup({ name: '', figure: { kind, ...sample }, seed: 'preview' })),
    )
    // Without usable numbers both would fall back to the drawing of the method and look the same.
    expect(new Set(pictures).size).toBe(samples.length)
    for (const picture of pictures) expect(picture).not.toMatch(/NaN|Infinity|undefined/)
  })

  it('numbers are written as lines and read back unchanged; any other text is refused', () => {
    for (const { sample, rows } of Object.values(figureKinds))
      if (rows) expect(rowsOfText(rowsAsText(sample[rows.field]))).toEqual(sample[rows.field])
    expect(rowsOfText('1，2 3\n\n 4;5')).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    for (const bad of ['', 'a b', '1 2 x', '1 2 3 4 5', Array(13).fill('1 2').join('\n'), '1e999 2'])
      expect(rowsOfText(bad)).toBeUndefined()
  })

  it.each([
    { kind: 'constructor' },
    { kind: '__proto__' },
    { kind: 'chromatogram', peaks: 'x' },
    { kind: 'chromatogram', peaks: [['<script>', 1]] },
    { kind: 'mass', lines: [] },
    { kind: 'stress', bars: [[Number.NaN, 1]] },
    { kind: 'droplet', angle: 1e9 },
    { kind: 'droplet', angle: '90"><script>' },
    { kind: 'heatflow', events: [[0, 0, 0]], glass: null },
    { kind: 'distribution', modes: [[-1, 0, 0]] },
    { kind: 'nyquist', arcs: [[0]] },
    { kind: 'voltammogram', couples: [[0, 0]] },
    { kind: 'indent', value: '<img src=x onerror=alert(1)>' },
    { kind: 'layers', labels: [1, null] },
    { kind: 'maps', labels: [] },
    { kind: 'bands', gap: -5e20 },
    { kind: 'lattice', spacing: 0 },
    { kind: 'heights', grain: -3, range: 'x' },
    { kind: 'rings', radii: ['a'] },
    { kind: 'fit', peaks: [[1, 1]] },
    { kind: 'refinement', peaks: [[10, 10, 1]] },
    { kind: 'peaks', peaks: [[1, 2, 0]] },
    { kind: 'loop', loops: [[0, 0, 0]] },
  ])('%j comes out as a drawing without a tag of theirs', (figure) => {
    const html = markup({ name: 'XRD', figure: figure as FigureData, seed: 3 })
    expect(html).toMatch(/^<figure/)
    expect(html).not.toMatch(/NaN|Infinity|undefined|<script|<img/)
    expect(html.length).toBeLessThanOrEqual(4096)
  })
})

/** The markup of the drawing without its title. */
function shape(html: string): string {
  return html.replace(/aria-label="[^"]*"/, '')
}
