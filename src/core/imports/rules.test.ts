import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../platform/sheet/sheet.ts'
import { OpenQuote, readCells, sheetRows } from '../../platform/contract/sheet-rows.ts'
import { gbkOf } from '../../platform/sheet/gbk.ts'
import { decodedText } from '../../platform/contract/decoded-text.ts'
import { faultText, type ImportColumn, importLimits, openWork, readHeads, readRow } from './rules.ts'

const columns: ImportColumn[] = [
  { key: 'phone', head: '手机号', hint: '', example: '13912345678', required: true },
  { key: 'name', head: '姓名', hint: '', example: '王示例', required: true },
  { key: 'company', head: '单位', hint: '', example: '' },
]
const heads = (cells: string[]) => {
  const read = readHeads(cells, columns)
  return typeof read === 'string' ? expect.fail(read) : read
}

describe('the first row', () => {
  it('names the columns in any order, with asterisks, full-width letters and blanks', () => {
    const { places, ignored } = heads(['备注', ' 姓 名 *', '手机号＊'.normalize('NFKC'), '行号'])
    expect([...places]).toEqual([
      ['phone', 2],
      ['name', 1],
    ])
    expect(ignored).toEqual(['备注'])
  })

  it('is refused in words when a column is missing or stands twice, or when there are too many', () => {
    expect(readHeads(['电话', '姓名'], columns)).toBe('第一行应为列名，缺少：手机号。文件里的列：电话、姓名')
    expect(readHeads([''], columns)).toContain('文件里的列：无')
    expect(readHeads(['手机号', '姓名', '姓名'], columns)).toBe('列名重复：姓名')
    expect(
      readHeads(
        Array.from({ length: 101 }, () => 'x'),
        columns,
      ),
    ).toContain('列太多')
    expect(readHeads(['长'.repeat(500)], columns)).not.toContain('长'.repeat(21))
  })
})

describe('a row', () => {
  const at = heads(['手机号', '姓名', '单位'])

  it('is left out when it is empty or the example of the template', () => {
    expect(readRow(['', '', ''], at, columns)).toBeUndefined()
    expect(readRow([], at, columns)).toBeUndefined()
    expect(readRow(['13912345678', '王示例', ''], at, columns)).toBeUndefined()
    expect(readRow(['13912345678', '王示例', '公司'], at, columns)).toMatchObject({ faults: [] })
  })

  it('keeps at most a part of a cell that is too long, and nothing that the database cannot store', () => {
    const read = readRow(['139\u0000', 'x'.repeat(10_000), '=HYPERLINK("x")'], at, columns)
    expect(read?.faults.map(({ column }) => column)).toEqual(['phone', 'name', 'company'])
    expect(read?.cells.name?.length).toBeLessThan(importLimits.cell)
    expect(read?.cells.phone).toBe('139\ufffd')
  })

  it('never throws and never keeps a zero character, whatever the cells are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 90, maxLength: 700 }), { maxLength: 6 }), (cells) => {
        const read = readRow(cells, at, columns)
        for (const text of Object.values(read?.cells ?? {})) {
          expect(text).not.toContain('\u0000')
          expect(text.isWellFormed()).toBe(true)
          expect(text.length).toBeLessThanOrEqual(importLimits.cell)
        }
      }),
    )
  })

  it('says a fault in one sentence that names the column once', () => {
    expect(faultText({ head: '手机号', reason: '手机号格式不正确' })).toBe('手机号格式不正确')
    expect(faultText({ head: '姓名', reason: '不能是公式' })).toBe('姓名：不能是公式')
    expect(faultText({ head: '', reason: '重复' })).toBe('重复')
  })
})

describe('the text of a table', () => {
  it('is read row by row as it is read whole, and counts lines inside quotes as one row', () => {
    const text = csvOf([
      ['手机号', '姓名'],
      ['1', '甲\n乙'],
      ['2', '丙'],
    ]).toString()
    expect([...sheetRows(text)].filter((row) => row.some(Boolean))).toEqual(readCells(text))
    expect([...sheetRows(text)][2]).toEqual(['2', '丙'])
    expect(() => [...sheetRows('a,b\n1,"2\n3', { strict: true })]).toThrow(OpenQuote)
    expect(readCells('a,b\n1,"2\n3')).toHaveLength(2)
    const [wide, next] = [...sheetRows(`${','.repeat(1000)}\n1,2`, { mostCells: 100 })]
    expect([wide?.length, next]).toEqual([101, ['1', '2']])
  })

  it('is the same in UTF-8, UTF-16 with a mark and GBK', () => {
    const text = '手机号,姓名\n13900000000,龚䶮\n'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect(decodedText(new Uint8Array(utf16)).replace('\ufeff', '')).toBe(text)
    expect(decodedText(new TextEncoder().encode(text))).toBe(text)
    expect(decodedText(gbkOf('手机号,姓名，€'))).toBe('手机号,姓名，€')
    expect(gbkOf('😀').toString()).toBe('?')
  })
})

describe('what can still be done with an import', () => {
  const nothing = { newRows: 0, changedRows: 0, writtenRows: 0, refusedRows: 0, undoneRows: 0, keptRows: 0 }
  const stopped = { ...nothing, stage: 'stopped' as const, noUndo: '', newRows: 5, writtenRows: 2, rowsDropped: false }

  it('[Q-221] is to go on and to take back, and nothing once its rows are deleted', () => {
    expect(openWork(stopped)).toEqual({ left: 3, commits: true, undoes: true })
    expect(openWork({ ...stopped, rowsDropped: true })).toMatchObject({ commits: false, undoes: false })
    expect(openWork({ ...stopped, stage: 'committed', noUndo: '已通知客户' })).toMatchObject({
      commits: false,
      undoes: false,
    })
  })
})
