import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { mostWholePoints, type ParsedData } from './curve-rules.ts'
import { CurveReader } from './file-rules.ts'
import { readSeries } from './read-actions.ts'
import { wholeCurve } from './whole-actions.ts'

/** Reads text in pieces of many lines, as a file arrives. */
function readLines(lines: number, line: (i: number) => string): ParsedData | undefined {
  const reader = new CurveReader()
  const inPiece = 20_000
  for (let from = 0; from < lines; from += inPiece) {
    let piece = ''
    for (let i = from; i < Math.min(lines, from + inPiece); i++) piece += `${line(i)}\n`
    reader.push(piece)
  }
  return reader.end({ most: mostWholePoints })
}

const whole = (data: ParsedData | undefined, index = 0) => {
  const curve = data && wholeCurve(data, index)
  if (!curve) throw new Error('no curve')
  return curve
}

describe('the whole curve of a file', () => {
  it('has every point up to the limit, and no note', () => {
    const curve = whole(readLines(mostWholePoints, (i) => `${(i / 100).toFixed(2)} ${i % 7}`))
    expect(curve.x).toEqual(Array.from({ length: mostWholePoints }, (_, i) => Number((i / 100).toFixed(2))))
    expect(curve.y).toEqual(Array.from({ length: mostWholePoints }, (_, i) => i % 7))
    expect(curve).toMatchObject({ total: mostWholePoints, notes: [] })
  })

  it('says in words that a longer one is reduced; each part keeps its peaks and its share of the points', () => {
    const lines = 1_000_000
    const peaks = [12, 400_001, 999_990]
    const curve = whole(readLines(lines, (i) => `${i} ${peaks.includes(i) ? 500 : i % 10}`))
    expect(curve.total).toBe(lines)
    expect(curve.x.length).toBeLessThanOrEqual(mostWholePoints)
    expect(curve.x.length).toBeGreaterThan(mostWholePoints / 4)
    expect([curve.x[0], curve.x.at(-1)]).toEqual([0, lines - 1])
    for (const [i, at] of curve.x.entries()) {
      expect(curve.y[i]).toBe(peaks.includes(at) ? 500 : at % 10)
      if (i > 0) expect(at).toBeGreaterThan(curve.x[i - 1] as number)
    }
    expect(curve.x.filter((_, i) => curve.y[i] === 500)).toEqual(peaks)
    const tenths = Array.from(
      { length: 10 },
      (_, part) => curve.x.filter((at) => Math.floor(at / 100_000) === part).length,
    )
    expect(Math.max(...tenths)).toBeLessThan(1.2 * Math.min(...tenths))
    expect(curve.notes.join()).toContain(`曲线共 ${lines} 点，超过 100000 点`)
  }, 60_000)

  it('[T-48] of a file of ten million points the part within the limit of size is read, without half of a number at the cut', async () => {
    const lines = 10_000_000
    const source = Readable.from(
      (function* () {
        for (let from = 0; from < lines; from += 20_000) {
          let piece = ''
          for (let i = from; i < from + 20_000; i++) piece += `${i} ${i % 1000}.${'0'.repeat(30)}\n`
          yield Buffer.from(piece)
        }
      })(),
    )
    const curve = whole(await readSeries(source, 120, mostWholePoints))
    expect(curve.total).toBeLessThan(lines)
    expect(curve.notes.join()).toMatch(/文件大于 64 MB，只读取了前 64 MB.*曲线共 \d+ 点，超过 100000 点/)
    for (const [i, at] of curve.x.entries()) expect(curve.y[i]).toBe(at % 1000)
    expect(curve.x.at(-1)).toBe(curve.total - 1)
  }, 150_000)

  it('gaps are counted and told, nothing is put in their place', () => {
    const text = (i: number) => (i % 100 === 50 ? 'NaN' : i === 7 ? '' : String(i * 2))
    const curve = whole(readLines(1000, (i) => `${i},${text(i)}`))
    expect(curve.total).toBe(989)
    expect(curve.x).not.toContain(50)
    expect(curve.x).not.toContain(7)
    for (const [i, at] of curve.x.entries()) expect(curve.y[i]).toBe(at * 2)
    expect(curve.notes.join('；')).toContain('曲线中间有 11 行没有数值')
    expect(() => whole(readLines(50, (i) => `${i} NaN`))).toThrow('no curve')
  })

  it('names all curves of the file, and has none beyond them', () => {
    const data = readLines(10, (i) => `${10 + i / 2}\t${i * i}\t${100 - i}`)
    expect(whole(data, 1)).toMatchObject({
      label: '第3列',
      labels: ['第2列', '第3列'],
      y: [100, 99, 98, 97, 96, 95, 94, 93, 92, 91],
    })
    expect(wholeCurve(data as ParsedData, 2)).toBeUndefined()
  })
})
