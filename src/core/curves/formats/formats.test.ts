import { describe, expect, it } from 'vitest'
import { equallySpaced } from '../curve-rules.ts'
import { readCurves } from '../file-rules.ts'
import { writeAniml } from './animl-write-rules.ts'
import { axisParts } from './axis-parts-rules.ts'
import { writeCsv } from './csv-write-rules.ts'
import { jcampTerms } from './jcamp-terms-rules.ts'
import { writeJcamp } from './jcamp-write-rules.ts'
import type { Written } from './written-rules.ts'

const angles = equallySpaced(10, 0.02, 400)
const written = (change: Partial<Written> = {}): Written => ({
  name: 'MX2601010000101.xy',
  curves: [{ label: '数据', x: angles, y: angles.map((at) => Math.round(1000 / (1 + (at - 14) ** 2))) }],
  xLabel: '2θ (°)',
  yLabel: '强度 (counts)',
  projectNames: ['粉末 XRD'],
  sampleNo: 'MX2601010000101',
  sampleName: '氧化锌 ZnO',
  instrument: 'D8 Advance',
  laboratory: '明析科测',
  measuredAt: '2026-01-02 09:30:00',
  ...change,
})
const linesOf = (text: string) => text.split('\r\n')

describe('JCAMP-DX that is written', () => {
  it('reads back point by point, as XYDATA where the points are equally spaced', () => {
    const text = writeJcamp(written(), 0)
    expect(text).toContain('##DATA CLASS=XYDATA')
    expect(readCurves(text)).toMatchObject({
      notes: [],
      xLabel: 'DEGREES 2-THETA',
      yLabel: 'COUNTS',
      series: [{ label: 'MX2601010000101 ZnO', x: written().curves[0]?.x, y: written().curves[0]?.y }],
    })
  })

  it('keeps every digit of decimals, negative values and tiny ones', () => {
    const y = angles.map((_, i) => (i % 7) * 0.0125 - 0.03)
    for (const values of [y.map((v) => Number(v.toFixed(4))), y, y.map((v) => v * 1e-15), y.map((v) => v * 1e12)]) {
      const read = readCurves(writeJcamp(written({ curves: [{ label: 'a', x: angles, y: values }] }), 0))
      expect(read?.notes).toEqual([])
      expect(read?.series[0]?.x).toEqual(angles)
      expect(read?.series[0]?.y).toEqual(values.map((v) => Number(v.toPrecision(12))))
    }
  })

  it('writes points at unequal distances, descending ones and those that turn back as pairs, in their order', () => {
    for (const x of [
      [1, 2, 4, 8, 9.5],
      [0.1, 0.5, 0.9, 0.5, 0.1],
    ]) {
      const text = writeJcamp(written({ curves: [{ label: 'a', x, y: [5, 4, 3, 2, 1] }] }), 0)
      expect(text).toContain('##XYPOINTS=(XY..XY)')
      expect(readCurves(text)?.series[0]).toMatchObject({ x, y: [5, 4, 3, 2, 1] })
    }
    const down = [4000, 3998, 3996, 3994]
    const text = writeJcamp(written({ xLabel: '波数 (cm⁻¹)', curves: [{ label: 'a', x: down, y: [1, 2, 3, 4] }] }), 0)
    expect(text).toContain('##DELTAX=-2\r\n')
    expect(readCurves(text)?.series[0]?.x).toEqual(down)
  })

  it('is ASCII in lines of 80 characters, and no text becomes a label or a comment', () => {
    const text = writeJcamp(written({ sampleName: `$$ ##END=\r\n##TITLE=x ${'长'.repeat(90)}${'a'.repeat(200)}` }), 0)
    // oxlint-disable-next-line no-control-regex -- every character that is not printable
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[^\u0020-\u007e]/)
    expect(Math.max(...linesOf(text).map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(linesOf(text).filter((line) => line.startsWith('##END'))).toHaveLength(1)
    expect(linesOf(text).filter((line) => line.startsWith('##TITLE'))).toHaveLength(1)
    expect(readCurves(text)?.series[0]?.x).toHaveLength(400)
  })

  it('says when it holds fewer points than the file', () => {
    const [curve] = written().curves
    const text = writeJcamp(written({ curves: [{ label: 'a', x: [1, 2], y: [1, 2], ...curve, total: 9000 }] }), 0)
    expect(text).toContain('$$ reduced: 400 of 9000 points')
  })

  it.each([
    ['波数 (cm⁻¹)', '透过率 (%)', 'FTIR', 'INFRARED SPECTRUM', '1/CM', 'PERCENT TRANSMITTANCE'],
    ['1/CM', 'ABSORBANCE', '红外光谱', 'INFRARED SPECTRUM', '1/CM', 'ABSORBANCE'],
    ['Wavenumber (cm-1)', 'Intensity', '拉曼光谱', 'RAMAN SPECTRUM', '1/CM', 'ARBITRARY UNITS'],
    ['波长 (nm)', '吸光度', '紫外可见', 'UV/VIS SPECTRUM', 'NANOMETERS', 'ABSORBANCE'],
    ['波长 (nm)', '强度', '荧光光谱', 'FLUORESCENCE SPECTRUM', 'NANOMETERS', 'ARBITRARY UNITS'],
    ['ppm', '强度', '核磁', 'NMR SPECTRUM', 'PPM', 'ARBITRARY UNITS'],
    ['m/z', 'Relative abundance', '质谱', 'MASS SPECTRUM', 'M/Z', 'RELATIVE ABUNDANCE'],
    ['2θ (°)', '强度', 'XRD', 'X-RAY DIFFRACTION', 'DEGREES 2-THETA', 'ARBITRARY UNITS'],
    ['温度 (K)', '信号 (mV)', 'TG', 'THERMAL ANALYSIS', 'KELVIN', 'MILLIVOLTS'],
    ['时间 (min)', '压力 (kPa)', '其他', 'XY DATA', 'MINUTES', 'KPA'],
  ])('names %s and %s of %s', (x, y, project, dataType, xUnits, yUnits) => {
    expect(jcampTerms(x, y, [project])).toEqual({ dataType, xUnits, yUnits })
  })
})

describe('the CSV that is written', () => {
  it('has names, units and numbers, with one column of positions when the curves share it', () => {
    const curves = [
      { label: '吸附', x: [1, 2], y: [3, 4.5] },
      { label: '=脱附', x: [1, 2], y: [5, 6] },
    ]
    expect(writeCsv({ curves, xLabel: '温度 (°C)', yLabel: '质量 (%)' })).toBe(
      '\uFEFF温度,质量 吸附,质量 =脱附\r\n°C,%,%\r\n1,3,5\r\n2,4.5,6\r\n',
    )
    const apart = [curves[0], { label: 'b', x: [1, 3, 4], y: [5, 6, 7] }] as typeof curves
    expect(writeCsv({ curves: apart, xLabel: 'x', yLabel: '=1+1' })).toBe(
      "\uFEFFx,'=1+1 吸附,x,'=1+1 b\r\n,,,\r\n1,3,1,5\r\n2,4.5,3,6\r\n,,4,7\r\n",
    )
  })

  it('is read back by the own reader', () => {
    const read = readCurves(writeCsv(written()).replace('\uFEFF', ''))
    expect(read?.series[0]).toMatchObject({ x: written().curves[0]?.x, y: written().curves[0]?.y })
  })

  it.each([
    ['2θ (°)', '2θ', '°'],
    ['V/ml(STP) g-1', 'V', 'ml(STP) g-1'],
    ['Quantity Adsorbed (cm³/g STP)', 'Quantity Adsorbed', 'cm³/g STP'],
    ['Heat Flow [W/g]', 'Heat Flow', 'W/g'],
    ['p/p0', 'p/p0', ''],
    ['1/CM', '波数', '1/CM'],
    ['强度', '强度', ''],
  ])('parts %s', (label, name, unit) => expect(axisParts(label)).toEqual({ name, unit }))
})

describe('the AnIML that is written', () => {
  it('holds samples, the step, positions and values in the order of the schema', () => {
    const text = writeAniml(written({ curves: [{ label: '数据', x: [1, 2.5], y: [-3, 4e-9] }] }))
    const order = ['SampleSet', 'ExperimentStepSet', 'Technique', 'Infrastructure', 'Method', 'Result', 'SeriesSet']
    const places = order.map((name) => text.indexOf(`<${name}`))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(text).toContain('<Timestamp>2026-01-02T09:30:00+08:00</Timestamp>')
    expect(text).toContain(
      '<Series name="2θ" dependency="independent" seriesID="x1" seriesType="Float64" plotScale="linear">',
    )
    expect(text).toContain('<IndividualValueSet><D>-3</D><D>4e-9</D></IndividualValueSet>')
    expect(text).toContain('<Unit label="°"/>')
  })

  it('escapes every text', () => {
    const bad = `"><script>&'\u0001\uD800`
    const text = writeAniml(
      written({
        name: bad,
        sampleNo: bad,
        sampleName: bad,
        instrument: bad,
        projectNames: [bad],
        xLabel: bad,
        yLabel: bad,
        curves: [{ label: bad, x: [1], y: [1] }],
      }),
    )
    expect(text).not.toContain('<script>')
    expect(text).toContain('&quot;&gt;&lt;script&gt;&amp;')
    // oxlint-disable-next-line no-control-regex -- the characters that XML does not allow
    expect(text).not.toMatch(/[\u0000-\u0008\ud800-\udfff]/)
  })
})
