import { describe, expect, it } from 'vitest'
import { equallySpaced } from '../../../core/curves/curve-rules.ts'
import { drawingSvg, type DrawnPath, type DrawnText } from './drawing-rules.ts'
import { runsOf } from '../../../platform/small-signs.ts'
import { figureDrawing, linesOf } from './figure-rules.ts'
import { pixelsOf, withResolution } from './png-rules.ts'
import { columnWidths, type FigurePanel, type FigureSettings, figureSettings, settingsIn } from './settings-rules.ts'
import { tickText, ticksOf } from './ticks-rules.ts'
import { type FigureFile, usualSettings, withPanels } from './usual-rules.ts'

const x = equallySpaced(10, 0.01, 7001)
/** A peak one point wide among 7,001. */
const y = x.map((_, i) => (i === 3333 ? 1000 : 10))
const sources = new Map([
  ['1:0', { x, y }],
  ['2:0', { x, y: y.map((value) => value / 2) }],
])
const panel: FigurePanel = {
  curves: [
    { fileId: 1, at: 0, name: 'ZnO' },
    { fileId: 2, at: 0, name: 'TiO₂' },
  ],
  xLabel: '2θ (°)',
  yLabel: 'Intensity (a.u.)',
  xFrom: null,
  xTo: null,
  yFrom: null,
  yTo: null,
  reversed: false,
  offset: 0,
  normalised: false,
  yNumbers: true,
  legend: 'right',
}
const settings: FigureSettings = {
  widthMm: 85,
  heightMm: 60,
  columns: 2,
  font: 'Arial',
  fontPt: 7,
  linePt: 0.75,
  colours: 'safe',
  letters: 'lower',
  panels: [panel],
}
const curvesOf = (change: Partial<FigurePanel> = {}, more: Partial<FigureSettings> = {}) =>
  figureDrawing({ ...settings, ...more, panels: [{ ...panel, ...change }] }, sources).items.filter(
    (item): item is DrawnPath => item.kind === 'path' && item.clip !== undefined,
  )
const textsOf = (change: Partial<FigureSettings>) =>
  figureDrawing({ ...settings, ...change }, sources)
    .items.filter((item): item is DrawnText => item.kind === 'text')
    .map(({ runs }) => runs.map(({ text }) => text).join(''))

describe('a figure for print', () => {
  it('has its size in millimetres, exactly, for every preset', () => {
    const svg = drawingSvg(figureDrawing(settings, sources))
    expect(svg).toContain('width="85mm" height="60mm" viewBox="0 0 240.945 170.079"')
    for (const widthMm of columnWidths.flatMap(({ single, double }) => [single, double])) {
      expect(figureSettings.safeParse({ ...settings, widthMm }).success).toBe(true)
      expect(drawingSvg(figureDrawing({ ...settings, widthMm }, sources))).toContain(`width="${widthMm}mm"`)
    }
  })

  it('keeps a peak one point wide after the reduction, and the ends', () => {
    const [lines] = curvesOf().map(({ lines }) => lines)
    const points = lines?.[0] ?? []
    expect(points.length).toBeLessThan(x.length)
    const { clip } = curvesOf()[0] as DrawnPath
    expect(Math.min(...points.map(([, top]) => top))).toBeLessThan((clip?.top ?? 0) + (clip?.height ?? 0) * 0.1)
    expect(points[0]?.[0]).toBeCloseTo(clip?.left ?? 0)
    expect(points.at(-1)?.[0]).toBeCloseTo((clip?.left ?? 0) + (clip?.width ?? 0))
  })

  it('uses all measured points of a chosen range, and runs to its edges', () => {
    const [line] = linesOf(x, y, [43, 44], 200)
    expect(line).toHaveLength(103)
    expect(line?.[0]?.[0]).toBeLessThan(43)
    expect(linesOf([1, 5, 9, 5, 1], [1, 2, 3, 4, 5], [4, 6], 200)).toHaveLength(1)
    expect(
      linesOf([1, 2, 3, 50, 60, 50, 3, 2], [1, 2, 3, 4, 5, 6, 7, 8], [0, 10], 200).map((part) => part.length),
    ).toEqual([4, 3])
  })

  it('turns the axis, stacks the curves and scales each by its own height', () => {
    const [forward, back] = [curvesOf()[0], curvesOf({ reversed: true })[0]]
    expect(back?.lines[0]?.[0]?.[0]).toBeCloseTo(forward?.lines[0]?.at(-1)?.[0] ?? 0)
    const [first, second] = curvesOf({ offset: 50 })
    expect(second?.lines[0]?.[0]?.[1]).toBeLessThan(first?.lines[0]?.[0]?.[1] ?? 0)
    const tops = curvesOf({ normalised: true }).map(({ lines }) => Math.min(...(lines[0] ?? []).map(([, top]) => top)))
    expect(tops[0]).toBeCloseTo(tops[1] as number)
  })

  it('tells greys apart by dashes, and names panels only when there are several', () => {
    const styles = curvesOf(
      { curves: Array.from({ length: 8 }, () => panel.curves[0] as FigurePanel['curves'][0]) },
      { colours: 'grey' },
    )
    expect(new Set(styles.map(({ colour, dash }) => `${colour} ${dash?.join()}`)).size).toBe(8)
    expect(textsOf({})).not.toContain('a')
    expect(textsOf({ panels: [panel, panel, panel, panel] }).filter((text) => /^[a-d]$/.test(text))).toEqual([
      ...'abcd',
    ])
    expect(textsOf({ panels: [panel, panel], letters: 'bracketed' })).toContain('(b)')
    expect(textsOf({ panels: [panel, panel], letters: 'none' })).not.toContain('b')
  })

  it('stays inside of its paper with four panels and the largest letters', () => {
    const drawing = figureDrawing({ ...settings, fontPt: 10, panels: [panel, panel, panel, panel] }, sources)
    for (const item of drawing.items) {
      const points = item.kind === 'path' ? (item.clip ? [] : item.lines.flat()) : [[item.x, item.y] as const]
      for (const [left, top] of points) {
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(drawing.width)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(top).toBeLessThanOrEqual(drawing.height)
      }
    }
  })

  it('draws axes without curves, a flat curve and labels that look like markup', () => {
    expect(curvesOf({ curves: [{ fileId: 9, at: 0, name: 'gone' }] })).toEqual([])
    const flat = new Map([['1:0', { x: [1, 2], y: [5, 5] }]])
    const drawing = figureDrawing({ ...settings, panels: [{ ...panel, xLabel: '</text><script>&' }] }, flat)
    expect(drawingSvg(drawing)).not.toMatch(/NaN|Infinity|<script>/)
  })

  it('prints raised and lowered digits in any font', () => {
    expect(runsOf('cm⁻¹')).toEqual([
      { text: 'cm', scale: 1, shift: 0 },
      { text: '−1', scale: 0.7, shift: 0.36 },
    ])
    const svg = drawingSvg(figureDrawing({ ...settings, panels: [{ ...panel, xLabel: 'p/p₀ x' }] }, sources))
    expect(svg).toContain('p/p<tspan dy="1.12" font-size="4.9">0</tspan><tspan dy="-1.12"> x</tspan>')
  })

  it('has round ticks with real minus signs and powers of ten', () => {
    expect(ticksOf([-1, 1], 4).at).toEqual([-1, -0.5, 0, 0.5, 1])
    expect([tickText(-0.5), tickText(2.5e-5), tickText(1e6), tickText(0)]).toEqual(['−0.5', '2.5×10⁻⁵', '10⁶', '0'])
  })

  it('is drawn again from its address, and another address is refused', () => {
    expect(settingsIn(JSON.stringify(settings))).toEqual(settings)
    for (const text of [
      '',
      '{',
      '{}',
      JSON.stringify({ ...settings, widthMm: 9000 }),
      JSON.stringify({ ...settings, panels: [] }),
    ])
      expect(settingsIn(text)).toBeUndefined()
  })
})

describe('the figure to begin with', () => {
  const file: FigureFile = {
    id: 1,
    name: 'a.xy',
    sampleNo: 'S01',
    sampleName: 'ZnO',
    projectNames: ['XRD'],
    xLabel: '2θ (°)',
    yLabel: '强度',
    curves: [{ label: '数据', x: [1, 2], y: [1, 2] }],
    notes: [],
  }

  it('stacks samples of one kind in the width of a column, without numbers of arbitrary intensities', () => {
    const usual = usualSettings([file, { ...file, id: 2, sampleName: '' }])
    expect(figureSettings.parse(usual)).toEqual(usual)
    expect(usual).toMatchObject({
      widthMm: 85,
      panels: [{ yNumbers: false, normalised: true, offset: 60, reversed: false }],
    })
    expect(usual.panels[0]?.curves.map(({ name }) => name)).toEqual(['ZnO', 'S01'])
  })

  it('has a panel for each kind of measurement, with the axis in the usual direction', () => {
    const infrared = { ...file, id: 2, xLabel: '波数 (cm⁻¹)', yLabel: '透过率 (%)', projectNames: ['红外光谱'] }
    const usual = usualSettings([file, infrared, { ...file, id: 3, curves: [] }])
    expect(usual).toMatchObject({
      widthMm: 180,
      columns: 2,
      panels: [{ reversed: false }, { reversed: true, yNumbers: true }],
    })
  })

  it('can be kept also for files without curves, long labels and nine curves in one file', () => {
    const many = {
      ...file,
      xLabel: 'x'.repeat(200),
      sampleName: 'n'.repeat(99),
      curves: Array(9).fill(file.curves[0]) as FigureFile['curves'],
    }
    for (const files of [[], [{ ...file, curves: [] }], [many]])
      expect(figureSettings.safeParse(usualSettings(files)).success).toBe(true)
  })
})

describe('panels', () => {
  it('keep their height when one is added or removed, inside the limits', () => {
    const one = { ...settings, columns: 1 as const }
    const two = withPanels(one, [panel, panel])
    expect([two.heightMm, withPanels(two, [panel]).heightMm]).toEqual([120, 60])
    expect(withPanels({ ...settings, columns: 2 }, [panel, panel]).heightMm).toBe(60)
    expect(withPanels({ ...one, heightMm: 280 }, [panel, panel]).heightMm).toBe(300)
  })
})

describe('a PNG with its size', () => {
  it('says its resolution after its header, with a checksum', () => {
    // The smallest PNG: one transparent point.
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const sized = Buffer.from(withResolution(png, 300))
    expect(sized.subarray(33, 41).toString('latin1')).toBe('\0\0\0\tpHYs')
    expect([sized.readUInt32BE(41), sized.readUInt32BE(45), sized[49]]).toEqual([11811, 11811, 1])
    // Computed by another implementation for 300 dots per inch.
    expect(sized.readUInt32BE(50).toString(16)).toBe('78a53f76')
    expect(sized.subarray(54)).toEqual(png.subarray(33))
    expect(pixelsOf(85, 600)).toBe(2008)
  })
})
