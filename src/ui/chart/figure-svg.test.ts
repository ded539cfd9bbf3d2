import { describe, expect, it } from 'vitest'
import { figureSvg } from './figure-svg.ts'

const figure = {
  title: 'A & B',
  series: [
    { name: '<script>alert(1)</script>', x: [0, 1, 2], y: [0, 4, 0] },
    { name: 'B', x: [0, 1, 2], y: [1, 1, 1] },
  ],
  view: [0, 2] as const,
  xLabel: '化学位移 (ppm)',
  yLabel: '强度',
  reverseX: false,
}
const path = (svg: string) => /<path d="(M[^"]+L[^"]+L[^"]+)" stroke="#0b5fa5"/.exec(svg)?.[1] ?? ''

describe('a figure as SVG', () => {
  it('draws every curve inside the frame, with its names as text', () => {
    const svg = figureSvg(figure)
    expect(path(svg)).toMatch(/^M84 .*L510 .*L936 /)
    expect(svg).toContain('化学位移 (ppm)')
    expect(svg).toContain('A &amp; B')
  })
  it('a name out of a file stays text', () => {
    const svg = figureSvg(figure)
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;')
  })
  it('runs from right to left for chemical shifts', () => {
    expect(path(figureSvg({ ...figure, reverseX: true }))).toMatch(/^M936 .*L510 .*L84 /)
  })
  it('writes peak positions, and of two that would cover each other the higher', () => {
    const marks = [
      { x: 1, y: 4, text: '1.000' },
      { x: 1.01, y: 3.9, text: '1.010' },
    ]
    const svg = figureSvg({ ...figure, marks })
    expect(svg).toContain('>1.000<')
    expect(svg).not.toContain('>1.010<')
  })
})
