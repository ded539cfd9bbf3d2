import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { downsample, mostPoints } from '../curve-rules.ts'
import { CurveReader, readTable } from '../file-rules.ts'
import { TableReader } from './table-rules.ts'

describe('columns of numbers', () => {
  it('reads what instruments write: blanks, tabs, commas, semicolons, comments, CRLF, a UTF-8 byte order mark', () => {
    const expected = { x: [10, 10.02], y: [31, 25.5] }
    for (const text of [
      '10.00  31\n10.02  25.5\n',
      '10.00\t31\r\n10.02\t25.5',
      '10,31\n10.02,25.5\n',
      '10,00;31\r10,02;25,5\r',
      '# 2Theta Counts\n; another comment\n\n10 31 0.4\n10.02 25.5 0.4\nEnd of scan\n',
      '"10.00","31"\n"10.02","25.5"\n',
      '1.0D+01 3.1D1\n10.02 25.5\n',
    ]) {
      const parsed = readTable(text)
      expect([text, parsed?.series[0]?.x, parsed?.series[0]?.y]).toEqual([text, expected.x, expected.y])
    }
  })

  it('names the axes after the line above the numbers', () => {
    expect(readTable('# 2Theta, Counts\n10,31\n11,32')).toMatchObject({
      xLabel: '2Theta',
      yLabel: 'Counts',
      series: [{ label: 'Counts' }],
    })
    expect(readTable('温度/℃\t质量/%\t热流\n25\t100\t0.1\n26\t99\t0.2')).toMatchObject({
      xLabel: '温度/℃',
      series: [{ label: '质量/%' }, { label: '热流' }],
    })
    expect(readTable('a title of many words here\n1 2\n3 4')).toMatchObject({ xLabel: 'x', yLabel: 'y' })
  })

  it('finds nothing in prose, in one column, in one row', () => {
    for (const text of ['', 'hello world', '1\n2\n3\n', '1 2', 'a,b\nc,d\n', '1e400 2\n1e400 3\n'])
      expect(readTable(text)).toBeUndefined()
  })

  it('the result does not depend on how the text is split into pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.double({ noNaN: true, min: -1e6, max: 1e6 })), {
          minLength: 2,
          maxLength: 60,
        }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom(' ', '\t', ',', ';'),
        fc.array(fc.nat(40), { maxLength: 30 }),
        (rows, newline, separator, cuts) => {
          const text = rows.map(([x, y]) => `${x}${separator}${y.toFixed(4)}`).join(newline)
          const reader = new TableReader()
          let rest = text
          for (const cut of cuts) {
            reader.push(rest.slice(0, cut))
            rest = rest.slice(cut)
          }
          reader.push(rest)
          const parsed = reader.end()
          expect(parsed).toEqual(readTable(text))
          expect(parsed?.series[0]?.x).toEqual(rows.map(([x]) => x))
          expect(parsed?.series[0]?.y).toEqual(rows.map(([, y]) => Number(y.toFixed(4))))
        },
      ),
    )
  })

  it('[T-55] any text is read in bounded time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const parsed = readTable(text)
        for (const { x, y } of parsed?.series ?? []) expect([...x, ...y].every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 500 },
    )
    const started = performance.now()
    for (const text of [
      '1'.repeat(1e6),
      '1,'.repeat(5e5),
      ' '.repeat(1e6),
      '"'.repeat(1e6),
      '-'.repeat(1e6),
      `${'1 2 '.repeat(2000)}\n`.repeat(200),
    ])
      readTable(text)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('keeps the highest and the lowest point when it reduces a curve', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 3000 }),
        fc.integer({ min: 4, max: 200 }),
        (y, most) => {
          const x = y.map((_, i) => i)
          const thin = downsample(x, y, most)
          expect(thin.x.length).toBeLessThanOrEqual(Math.max(most, 4))
          expect(Math.max(...thin.y)).toBe(Math.max(...y))
          expect(Math.min(...thin.y)).toBe(Math.min(...y))
          expect(thin.x).toEqual([...thin.x].sort((a, b) => a - b))
          for (const [i, at] of thin.x.entries()) expect(thin.y[i]).toBe(y[at])
        },
      ),
    )
  })

  it('[T-55] holds a bounded number of points of an endless file, the peak among them', () => {
    const reader = new CurveReader()
    for (let i = 0; i < 60; i++) {
      let piece = ''
      for (let j = 0; j < 10_000; j++) piece += `${i * 10_000 + j} ${i === 31 && j === 777 ? 5e6 : Math.sin(j)}\n`
      reader.push(piece)
    }
    const series = reader.end()?.series[0]
    expect(series?.x.length).toBeLessThanOrEqual(mostPoints)
    expect(Math.max(...(series?.y ?? []))).toBe(5e6)
    expect(series?.x[(series?.y ?? []).indexOf(5e6)]).toBe(310_777)
  })
})
