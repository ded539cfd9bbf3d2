import { describe, expect, test } from 'vitest'
import { csvOf, neutralised, xlsxOf } from './sheet.ts'
import { readCells } from '../contract/sheet-rows.ts'

describe('spreadsheets', () => {
  test('[T-53] a text that looks like a formula is shown and not calculated', () => {
    for (const text of ['=1+1', '+cmd', '-2', '@SUM(A1)', '\tx', '\rx'])
      expect(neutralised(text), text).toBe(`'${text}`)
    expect(csvOf([['=HYPERLINK("x")', 'ok', 5, null]]).toString()).toBe(`\ufeff"'=HYPERLINK(""x"")",ok,5,\r\n`)
  })

  test('a CSV is read back with quotes, commas and line breaks, and pasted cells by their tabs', () => {
    const rows = [
      ['申请单号', '抬头'],
      ['FP1', '甲，"乙",丙\n丁'],
    ]
    expect(readCells(csvOf(rows).toString())).toEqual(rows)
    expect(readCells('申请单号\t号码\r\nFP1\t123\r\n\r\n')).toEqual([
      ['申请单号', '号码'],
      ['FP1', '123'],
    ])
  })

  test('an XLSX is written with its sheets', async () => {
    const bytes = await xlsxOf([
      { name: '一', rows: [['名称'], ['=1+1']] },
      { name: '二', rows: [['金额'], [1.5]] },
    ])
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })
})
