import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CurveRefused } from './curve-rules.ts'
import { readCurves } from './file-rules.ts'
import { encodingOf } from './number-rules.ts'
import { readSeries, SeriesUnread } from './read-actions.ts'

const GBK_HEADER = Buffer.from([0xce, 0xc2, 0xb6, 0xc8, 0x2c, 0xd6, 0xca, 0xc1, 0xbf]) // 温度,质量

describe('reading a file', () => {
  const read = (...pieces: (string | Buffer)[]) =>
    readSeries(Readable.from(pieces.map((piece) => Buffer.from(piece as string))), 30)

  it('reads GBK, UTF-8 with a byte order mark and UTF-16', async () => {
    expect(await read(GBK_HEADER, '\r\n25,100\r\n26,99\r\n')).toMatchObject({ xLabel: '温度', yLabel: '质量' })
    expect(await read('\ufeff温度,质量\n25,100\n26,99\n')).toMatchObject({ xLabel: '温度', series: [{ x: [25, 26] }] })
    expect(await read(Buffer.from('\ufeff1\t2\r\n3\t4\r\n', 'utf16le'))).toMatchObject({
      series: [{ x: [1, 3], y: [2, 4] }],
    })
    expect(encodingOf(new Uint8Array([0x50, 0x4b, 3, 4, 0]))).toBeUndefined()
    await expect(read(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).rejects.toThrow('压缩包或 Office 文件无法在线绘制')
    await expect(read(Buffer.from('RAW4.00\0\0\0'))).rejects.toThrow('Bruker RAW')
    await expect(read(Buffer.from('RAW1.01\0\0\0'))).rejects.toThrow(CurveRefused)
  })

  it('reads a spectrum in JCAMP-DX, with its units', async () => {
    const jdx = `##TITLE=polystyrene\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=TRANSMITTANCE\n##FIRSTX=400\n##LASTX=408\n##DELTAX=2\n##XFACTOR=1\n##YFACTOR=0.01\n##NPOINTS=5\n##XYDATA=(X++(Y..Y))\n400 9000 8000 1000\n406 8500 9100\n##END=\n`
    const parsed = await read(jdx)
    expect(parsed).toMatchObject({
      xLabel: '1/CM',
      yLabel: 'TRANSMITTANCE',
      series: [{ label: 'polystyrene', x: [400, 402, 404, 406, 408] }],
    })
    expect(parsed?.series[0]?.y.map(Math.round)).toEqual([90, 80, 10, 85, 91])
  })

  it('[T-48] a few bytes that ask for billions of points are refused', async () => {
    const bomb = `##TITLE=x\n##JCAMP-DX=4.24\n##XYDATA=(X++(Y..Y))\n0A1${'T99999999'.repeat(20)}\n##END=\n`
    await expect(read(bomb)).rejects.toThrow('数据点过多')
    expect(await read('1 2\n3 4\n')).toMatchObject({ series: [{ x: [1, 3] }] })
  })

  it('[T-48] reading ends after its time limit', async () => {
    const endless = Readable.from(
      (async function* () {
        for (let i = 0; ; i++) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          yield Buffer.from(`${i} 1\n`)
        }
      })(),
    )
    await expect(readSeries(endless, 1)).rejects.toThrow(SeriesUnread)
  })

  it('[F-73] [T-55] any text after the signature of a format is read, or refused by name', () => {
    const starts = [
      '##TITLE=x\n##JCAMP-DX=4.24\n##XYDATA=(X++(Y..Y))\n',
      '##TITLE=x\n##XYPOINTS=(XY..XY)\n',
      'VAMAS Surface Chemical Analysis Standard Data Transfer Format 1988 May 4\n',
      '<xrdMeasurements><xrdMeasurement><scan>',
      'SIETRONICS XRD SCAN\n',
      '*TYPE = Raw\n*BEGIN\n',
      '_FILEVERSION=2\n',
      'BANK 1 10 1 CONST 1000 2 0 0 STD\n',
      '10 0.02 90\n',
      '',
    ]
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        ' ',
        ',',
        '1',
        '400',
        '-2.5E-03',
        'A1',
        'J',
        'S9',
        '%',
        '##',
        '=',
        'NPOINTS',
        '<counts>',
        '_COUNTS',
        '0',
      ),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.array(piece, { maxLength: 60 }), (start, pieces) => {
        try {
          for (const { x, y } of readCurves(start + pieces.join(''))?.series ?? [])
            expect([...x, ...y].every(Number.isFinite)).toBe(true)
        } catch (error) {
          if (!(error instanceof CurveRefused)) throw error
          expect(error.message).toMatch(/[\u4e00-\u9fff]/)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('[F-73] reads UTF-16 without a byte order mark and Windows-1252', async () => {
    expect(await read(Buffer.from('2Theta\tCounts\r\n1\t2\r\n3\t4\r\n', 'utf16le'))).toMatchObject({ xLabel: '2Theta' })
    expect(await read(Buffer.from('2Theta(\u00b0),Counts\n1,2\n3,4\n', 'latin1'))).toMatchObject({
      xLabel: '2Theta(°)',
    })
  })
})
