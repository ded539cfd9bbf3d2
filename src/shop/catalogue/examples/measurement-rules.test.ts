import { describe, expect, it } from 'vitest'
import { demoExamples } from '../../../../demo/catalogue/examples/examples.ts'
import { csvOf, plotOf } from './example-rules.ts'
import { formOfMeasurement, type MeasurementForm, measurementOf } from './measurement-rules.ts'
import { mostRows, placesName, readTable, tableText, thinned } from './measurement-table-rules.ts'

const form = (change: Partial<MeasurementForm>): MeasurementForm => ({
  table: '1 2\n2 3\n3 5',
  xLabel: '时间 / min',
  yLabel: '信号',
  note: '示例',
  style: 'line',
  axis: 'normal',
  peaks: 'up',
  marks: [],
  ...change,
})
const faultOf = (change: Partial<MeasurementForm>) => measurementOf(form(change)).faults[0]
const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n')

describe('an example measurement as editors write it', () => {
  it('[Q-37] thousands of columns are refused at once', () => {
    const began = performance.now()
    const { faults } = readTable(`${'8\t'.repeat(50_000)}\n${'8\t'.repeat(50_000)}`)
    expect(faults).toContain('共 49999 条曲线，最多 5 条')
    // Comparing each name with each other took seconds.
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it.each(demoExamples.map(({ slug, position, data }) => [`${slug} ${position + 1}`, data] as const))(
    '%s comes back from the form as it was: the same plot and the same file',
    (_name, data) => {
      const { data: again, faults } = measurementOf(formOfMeasurement(data))
      expect(faults).toEqual([])
      expect(plotOf(again as typeof data)).toEqual(plotOf(data))
      expect(csvOf(again as typeof data)).toBe(csvOf(data))
    },
  )

  it.each([
    ['blanks', '10 1.5\n20 2.5\n30 1'],
    ['tabs and a header', '2θ / °\t强度\n10\t1.5\n20\t2.5\n30\t1'],
    [
      'commas, a byte mark, Windows line ends and a comma at the end',
      '\uFEFF2θ,强度,\r\n10,1.5,\r\n20,2.5,\r\n30,1,\r\n',
    ],
    ['full-width commas', '10，1.5\n20，2.5\n30，1'],
    ['semicolons and decimal commas', '10,0;1,5\n20,0;2,5\n30,0;1,0'],
    ['the preamble of an instrument', '# Sample: NaCl\nScan 2 of 3\n\n10 1.5\n20 2.5\n# end\n30 1'],
    ['exponents of Fortran', '1.0D1 1.5D0\n2.0D1 2.5D0\n3.0D1 1.0D0'],
  ])('reads %s', (_name, text) => {
    const { curves, faults } = readTable(text)
    expect(faults).toEqual([])
    expect(curves.map(({ x, y }) => [x, y])).toEqual([
      [
        [10, 20, 30],
        [1.5, 2.5, 1],
      ],
    ])
  })

  it('reads several curves, with gaps and with their own x values', () => {
    const { curves } = readTable('p\t吸附\tp\t脱附\n1\t10\t3\t31\n2\t20\t2\t22\n3\t30\t\t')
    expect(curves).toEqual([
      { name: '吸附', x: [1, 2, 3], y: [10, 20, 30] },
      { name: '脱附', x: [3, 2], y: [31, 22] },
    ])
    expect(readTable('t,a,b\n1,2,3\n2,,4\n3,4,5').curves[0]).toEqual({ name: 'a', x: [1, 3], y: [2, 4] })
    expect(readTable(tableText(curves, 'p')).curves).toEqual(curves)
    expect(placesName('p\t吸附\n1\t2\n2\t3')).toBe('p')
  })

  it.each([
    ['a word among the numbers', '1 2\n2 x\n3 4', '第 2 行第 2 列「x」不是数字'],
    ['a first line that is neither a header nor numbers', '1 abc\n2 3\n3 4', '第 1 行第 2 列「abc」不是数字'],
    ['another number of columns', '1 2\n2 3\n\n3 4 5', '第 4 行有 3 列，应为 2 列'],
    ['a lonely number', '1 2\n2\n3 4', '第 2 行只有一个数'],
    [
      'more faults than anybody reads',
      lines(9, (i) => (i % 2 ? `${i} y` : `${i} 1`)),
      '第 2 行第 2 列「y」不是数字；第 4 行第 2 列「y」不是数字；第 6 行第 2 列「y」不是数字；第 8 行第 2 列「y」不是数字',
    ],
    ['nothing', '', '没有数据：每行写位置与数值，至少两行'],
    ['words only', '没有数字\n也没有', '没有数据：每行写位置与数值，至少两行'],
    ['one row', '1 2', '第 2 列不足两个数值'],
    ['too many curves', '1 1 1 1 1 1 1\n2 2 2 2 2 2 2', '共 6 条曲线，最多 5 条'],
    ['two columns of one name', 't,a,a\n1,2,3\n2,3,4', '第 1 行：有两列都叫「a」'],
    ['numbers beyond all measure', '1 2\n2 1e300', '第 2 行第 2 列的数值过大'],
    ['markup', '1 2\n2 <img src=x onerror=alert(1)>', '第 2 行第 2 列「<img」不是数字'],
    ['too many rows', lines(mostRows + 1, (i) => `${i} 1`), `共 ${mostRows + 1} 行，最多 ${mostRows} 行`],
    ['places that are all the same', '5 1\n5 2\n5 3', '横轴的位置几乎都相同，画不出曲线'],
  ])('says of %s, and where', (_name, table, message) => {
    expect(faultOf({ table })?.message).toBe(message)
  })

  it('refuses a logarithmic axis with values of 0 or below, and too many dots for a page', () => {
    expect(faultOf({ table: '1 2\n0 3\n10 4', axis: 'log' })?.message).toBe('第 2 行：对数横轴的位置都要大于 0')
    expect(faultOf({ table: lines(401, (i) => `${i} ${i % 7}`), style: 'dots' })?.message).toContain('最多 400 行')
  })

  it('marks must lie within the range of the data', () => {
    const marks = [
      { at: '2', y: '', label: '峰' },
      { at: '9', y: '', label: '不在' },
    ]
    expect(faultOf({ marks })).toEqual({ path: ['marks', 1, 'at'], message: '位置不在数据的范围 1 至 3 内' })
    expect(faultOf({ marks: [{ at: '2', y: '99', label: '高' }] })?.path).toEqual(['marks', 0, 'y'])
    expect(measurementOf(form({ marks: marks.slice(0, 1) })).data?.marks).toEqual([{ at: 2, label: '峰' }])
  })

  it('an instrument file with too many rows is thinned out and keeps its peaks', () => {
    const long = lines(20_000, (i) => `${i / 100}\t${i === 7777 ? 5000 : i % 13}`)
    const { text, rows } = thinned(`2θ\t强度\n${long}`) ?? { text: '', rows: 0 }
    const { curves, faults } = readTable(text)
    expect([rows, faults]).toEqual([20_000, []])
    expect(curves[0]?.x.length).toBeLessThanOrEqual(mostRows)
    expect(curves[0]?.y).toContain(5000)
    expect(curves[0]?.name).toBe('强度')
    expect(thinned('1 2\n2 3')).toBeUndefined()
  })

  it('noise does not make the path longer than its limit, and every axis has ticks', () => {
    const noisy = lines(mostRows, (i) => `${i + 1}\t${(i * 7919) % 1009}`)
    for (const axis of ['normal', 'reverse', 'log'] as const) {
      const plot = plotOf(measurementOf(form({ table: noisy, axis })).data as never)
      expect(JSON.stringify(plot).length).toBeLessThan(7000)
      expect(plot.x.ticks.length).toBeGreaterThanOrEqual(2)
    }
    const narrow = plotOf(measurementOf(form({ table: '20 1\n40 2\n80 3', axis: 'log' })).data as never)
    expect(narrow.x.ticks.length).toBeGreaterThanOrEqual(2)
    const wide = plotOf(measurementOf(form({ table: '1e-9 1\n1 2\n1e12 3', axis: 'log' })).data as never)
    expect(wide.x.ticks.length).toBeLessThanOrEqual(8)
  })
})
