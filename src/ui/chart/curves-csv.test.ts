import { describe, expect, it } from 'vitest'
import { curvesCsv, rowsCsv } from './curves-csv.ts'

describe('curves as CSV', () => {
  it('writes shared positions once', () => {
    const csv = curvesCsv(
      [
        { name: 'A', x: [1, 2], y: [5, 6] },
        { name: 'B', x: [1, 2], y: [7, 8] },
      ],
      '2θ (°)',
    )
    expect(csv).toBe('\uFEFF2θ (°),A,B\r\n1,5,7\r\n2,6,8\r\n')
  })
  it('writes the positions of each curve when they differ, and leaves the rest of a shorter one empty', () => {
    const csv = curvesCsv(
      [
        { name: 'A', x: [1, 2], y: [5, 6] },
        { name: 'B', x: [9], y: [7] },
      ],
      'x',
    )
    expect(csv).toBe('\uFEFFx,A,x,B\r\n1,5,9,7\r\n2,6,,\r\n')
  })
  it('writes names as text that a program would run or split', () => {
    expect(curvesCsv([{ name: '=A1', x: [1], y: [2] }], 'a,"b"')).toBe(`\uFEFF"a,""b""",'=A1\r\n1,2\r\n`)
    expect(rowsCsv([['@x', -1]])).toBe("\uFEFF'@x,-1\r\n")
  })
})
