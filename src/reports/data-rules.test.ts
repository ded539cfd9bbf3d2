import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnReader, downsample, encodingOf, mostPoints, parseColumns, sampleOfFile } from './data-rules.ts'
import { readSeries, SeriesUnread } from './series-reader.ts'
import { missingForHandIn, normalCode, roundsOf, spacedCode } from './rules.ts'

const GBK_HEADER = Buffer.from([0xce, 0xc2, 0xb6, 0xc8, 0x2c, 0xd6, 0xca, 0xc1, 0xbf]) // 温度,质量

describe('columns of numbers', () => {
  it('reads what instruments write: blanks, tabs, commas, semicolons, comments, CRLF, a mark of UTF-8', () => {
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
      const parsed = parseColumns(text)
      expect([text, parsed?.series[0]?.x, parsed?.series[0]?.y]).toEqual([text, expected.x, expected.y])
    }
  })

  it('names the axes after the line above the numbers', () => {
    expect(parseColumns('# 2Theta, Counts\n10,31\n11,32')).toMatchObject({
      xLabel: '2Theta',
      yLabel: 'Counts',
      series: [{ label: 'Counts' }],
    })
    expect(parseColumns('温度/℃\t质量/%\t热流\n25\t100\t0.1\n26\t99\t0.2')).toMatchObject({
      xLabel: '温度/℃',
      series: [{ label: '质量/%' }, { label: '热流' }],
    })
    expect(parseColumns('a title of many words here\n1 2\n3 4')).toMatchObject({ xLabel: 'x', yLabel: 'y' })
  })

  it('finds nothing in prose, in one column, in one row', () => {
    for (const text of ['', 'hello world', '1\n2\n3\n', '1 2', 'a,b\nc,d\n', '1e400 2\n1e400 3\n'])
      expect(parseColumns(text)).toBeUndefined()
  })

  it('gives the same whatever the pieces it comes in', () => {
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
          const reader = new ColumnReader()
          let rest = text
          for (const cut of cuts) {
            reader.push(rest.slice(0, cut))
            rest = rest.slice(cut)
          }
          reader.push(rest)
          const parsed = reader.end()
          expect(parsed).toEqual(parseColumns(text))
          expect(parsed?.series[0]?.x).toEqual(rows.map(([x]) => x))
          expect(parsed?.series[0]?.y).toEqual(rows.map(([, y]) => Number(y.toFixed(4))))
        },
      ),
    )
  })

  it('[T-55] survives any text in bounded time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const parsed = parseColumns(text)
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
      parseColumns(text)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('keeps the highest and the lowest point when it thins out', () => {
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
    const reader = new ColumnReader()
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

describe('reading a file', () => {
  const read = (...pieces: (string | Buffer)[]) =>
    readSeries(Readable.from(pieces.map((piece) => Buffer.from(piece as string))), 30)

  it('reads GBK, UTF-8 with a mark and UTF-16', async () => {
    expect(await read(GBK_HEADER, '\r\n25,100\r\n26,99\r\n')).toMatchObject({ xLabel: '温度', yLabel: '质量' })
    expect(await read('\ufeff温度,质量\n25,100\n26,99\n')).toMatchObject({ xLabel: '温度', series: [{ x: [25, 26] }] })
    expect(await read(Buffer.from('\ufeff1\t2\r\n3\t4\r\n', 'utf16le'))).toMatchObject({
      series: [{ x: [1, 3], y: [2, 4] }],
    })
    expect(encodingOf(new Uint8Array([0x50, 0x4b, 3, 4, 0]))).toBeUndefined()
    expect(await read(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toBeUndefined()
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

  it('[T-48] a file made to fill the memory ends its own process and nothing else', async () => {
    const bomb = `##TITLE=x\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##FIRSTX=0\n##LASTX=1e9\n##DELTAX=1\n##NPOINTS=1000000000\n##XFACTOR=1\n##YFACTOR=1\n##XYDATA=(X++(Y..Y))\n0A1${'T99999999'.repeat(20)}\n##END=\n`
    await expect(read(bomb)).rejects.toThrow(SeriesUnread)
    expect(await read('1 2\n3 4\n')).toMatchObject({ series: [{ x: [1, 3] }] })
  })

  it('[T-48] is given up after its time', async () => {
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
})

describe('matching files with samples', () => {
  const numbers = ['MX2603020000101', 'MX2603020000102', 'MX2603020000111']
  it('finds the sample number that stands in the name, and only that one', () => {
    expect(sampleOfFile('MX2603020000101_XRD.xy', numbers)).toBe(numbers[0])
    expect(sampleOfFile('xrd mx2603020000102 第二次.csv', numbers)).toBe(numbers[1])
    expect(sampleOfFile('MX26030200001-01.raw', numbers)).toBe(numbers[0])
    expect(sampleOfFile('MX26030200001-11.raw', numbers)).toBe(numbers[2])
    expect(sampleOfFile('MX26030200001011.xy', numbers)).toBeUndefined()
    expect(sampleOfFile('MX2603020000101_MX2603020000102.xy', numbers)).toBeUndefined()
    expect(sampleOfFile('汇总.xlsx', numbers)).toBeUndefined()
  })
})

describe('rules of reports', () => {
  it('names what is missing before verification', () => {
    const facts = {
      lines: [{ id: 1, projectName: 'XRD' }],
      records: [],
      files: [],
      samples: [
        { sampleNo: 'A01', lineId: 1 },
        { sampleNo: 'A02', lineId: 1 },
      ],
      rounds: { retest: undefined, returned: undefined, corrected: undefined },
      retestLineIds: null,
    }
    expect(missingForHandIn(facts)).toEqual(['XRD：缺少检测记录', '尚未上传检测数据'])
    const ended = { lineId: 1, endedAt: new Date(), orderVersion: 4 }
    const file = (sampleNo: string, orderVersion = 4) => ({ sampleNo, orderVersion })
    expect(missingForHandIn({ ...facts, records: [ended], files: [file('A01')] })).toEqual([
      '样品 A02：尚未上传检测数据',
    ])
    expect(missingForHandIn({ ...facts, records: [ended], files: [file('')] })).toEqual([])
    expect(missingForHandIn({ ...facts, records: [{ ...ended, endedAt: null }], files: [file('')] })).toEqual([
      'XRD：未填写实验结束时间',
    ])
  })

  it('after a retest wants a new record and a new file for each line that is measured again, and for no other', () => {
    const at = new Date()
    const facts = {
      lines: [
        { id: 1, projectName: 'XRD' },
        { id: 2, projectName: 'SEM' },
      ],
      records: [1, 2].map((lineId) => ({ lineId, endedAt: at, orderVersion: 4 })),
      files: ['A01', 'A02'].map((sampleNo) => ({ sampleNo, orderVersion: 4 })),
      samples: [
        { sampleNo: 'A01', lineId: 1 },
        { sampleNo: 'A02', lineId: 2 },
      ],
      rounds: {
        retest: { since: 8, reason: '峰位偏移', by: 'customer' as const, kind: 'retest' as const, at },
        returned: undefined,
        corrected: undefined,
      },
      retestLineIds: [2],
    }
    expect(missingForHandIn(facts)).toEqual([
      'SEM：复测后尚未填写新的检测记录',
      'SEM：复测后尚未上传新的或更正的数据文件',
    ])
    const record = { lineId: 2, endedAt: at, orderVersion: 8 }
    const file = { sampleNo: 'A02', orderVersion: 8 }
    const redone = { ...facts, records: [...facts.records.slice(0, 1), record], files: [...facts.files, file] }
    expect(missingForHandIn(redone)).toEqual([])
    expect(missingForHandIn({ ...redone, retestLineIds: null })).toEqual([
      'XRD：复测后尚未填写新的检测记录',
      'XRD：复测后尚未上传新的或更正的数据文件',
    ])
  })

  it('finds the latest retest with the customer’s reason and the latest return with the reviewer’s', () => {
    const at = new Date()
    const move = (version: number, action: string, reason: string | null = null) => ({
      version,
      action,
      reason,
      actorKind: 'staff',
      at,
    })
    const first = [move(1, 'create'), move(5, 'returnToTesting', '缺少背底')]
    expect(roundsOf(first)).toMatchObject({ retest: undefined, returned: { since: 5, reason: '缺少背底' } })
    expect(
      roundsOf([
        ...first,
        move(7, 'requestRetest', '峰位偏移'),
        move(8, 'acceptRetest'),
        move(10, 'returnToTesting', '二'),
      ]),
    ).toMatchObject({ retest: { since: 8, reason: '峰位偏移', by: 'customer' }, returned: { since: 10, reason: '二' } })
  })

  it('reads a verification code as people type it', () => {
    expect(normalCode(' abcd-efgh-jkmn ')).toBe('ABCDEFGHJKMN')
    expect(normalCode('ABCDEFGHJKM0')).toBeUndefined()
    expect(spacedCode('ABCDEFGHJKMN')).toBe('ABCD-EFGH-JKMN')
  })
})
