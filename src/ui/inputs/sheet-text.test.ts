import { describe, expect, it } from 'vitest'
import { xlsxOf } from '../../platform/sheet/sheet.ts'
import { readCells } from '../../platform/contract/sheet-rows.ts'
import { sheetText } from './sheet-text.ts'
import { unpackedSize } from './unpacked-size.ts'

const file = (bytes: BlobPart, name = 'a.xlsx') => new File([bytes], name)
const plain = (text: Buffer) => new Uint8Array(text)

describe('a chosen table file', () => {
  it('of Excel gives the cells that were written, with tabs, quotes and line breaks inside', async () => {
    const rows = [
      ['编号', '金额'],
      ['00123', 0.1 + 0.2],
      ['a\tb "c"', null],
      ['两\n行', -5],
    ]
    const text = await sheetText(file(plain(await xlsxOf([{ name: '表', rows }]))))
    expect(readCells(text)).toEqual([
      ['编号', '金额'],
      ['00123', '0.3'],
      ['a\tb "c"', ''],
      ['两\n行', '-5'],
    ])
  })

  it('as CSV is read in UTF-8 and in the encoding of Chinese Excel', async () => {
    expect(await sheetText(file('名称,价\n扫描,1', 'a.csv'))).toBe('名称,价\n扫描,1')
    const gbk = Uint8Array.from([0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0x31])
    expect(await sheetText(file(gbk, 'a.csv'))).toBe('名称,1')
  })

  it('that is broken or too large is refused in words', async () => {
    await expect(sheetText(file('PK\u0003\u0004 nothing'))).rejects.toThrow('读不出这个 Excel 文件')
    await expect(sheetText(file(new Uint8Array(10 * 2 ** 20 + 1)))).rejects.toThrow('10 MB')
  })

  it('[Q-387] of an old Excel, with a password or with a web page inside is refused with what to do', async () => {
    const compound = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])
    await expect(sheetText(file(compound, '明细.xls'))).rejects.toThrow('另存为不带密码的 .xlsx')
    for (const page of ['<html><table><tr><td>日期', '\ufeff\n<!DOCTYPE html>', '<?xml version="1.0"?><Workbook>'])
      await expect(sheetText(file(page, '明细.xls'))).rejects.toThrow('网页格式')
    expect(await sheetText(file('<2 天,1', 'a.csv'))).toBe('<2 天,1')
  })

  it('[T-48] that would be gigabytes when opened is refused before it is opened', async () => {
    const small = await xlsxOf([{ name: '表', rows: [['编号'], ['1']] }])
    const sizes = [...small.toString('latin1').matchAll(/PK\u0001\u0002/g)].map(({ index }) => index + 24)
    expect(sizes.length).toBeGreaterThan(3)
    const declared = sizes.reduce((sum, at) => sum + small.readUInt32LE(at), 0)
    expect(unpackedSize(new Uint8Array(small).buffer)).toBe(declared)
    small.writeUInt32LE(2 ** 32 - 1, sizes[0] ?? 0)
    await expect(sheetText(file(plain(small)))).rejects.toThrow('解压后过大')
    expect(unpackedSize(new ArrayBuffer(0))).toBeUndefined()
  })
})
