import { describe, expect, it } from 'vitest'
import { readCells } from '../../../platform/contract/sheet-rows.ts'
import { briefSample, readValues, valuesTemplate, withRead } from './values-sheet-rules.ts'

const samples = [
  { sampleNo: 'MX2603020000101', ownNo: 'A-1' },
  { sampleNo: 'MX2603020000102', ownNo: 'A-2' },
  { sampleNo: 'MX2603020000103', ownNo: 'A-2' },
]
const read = (text: string) => readValues(readCells(text), samples)
const row = (sampleNo: string, name: string, value: string, more = {}) => ({
  ...{ sampleNo, name, value, unit: '', uncertainty: '', remark: '' },
  ...more,
})

describe('results from a table', () => {
  it('has a row per sample and a column per value, with the unit in the head', () => {
    expect(read('自编号\t铁（mg/kg）\t铜 (mg/kg)\t备注\na-1\t12.3\t<0.01\t稀释\nmx2603020000102\t4\t\t')).toEqual({
      rows: [
        row('MX2603020000101', '铁', '12.3', { unit: 'mg/kg', remark: '稀释' }),
        row('MX2603020000101', '铜', '<0.01', { unit: 'mg/kg', remark: '稀释' }),
        row('MX2603020000102', '铁', '4', { unit: 'mg/kg' }),
      ],
      faults: [],
    })
  })

  it('or a row per value', () => {
    expect(read('样品编号,结果项,结果,单位,不确定度（k=2）\nA-1,晶粒尺寸,25,nm,0.3\n,物相,锐钛矿,,')).toEqual({
      rows: [row('MX2603020000101', '晶粒尺寸', '25', { unit: 'nm', uncertainty: '0.3' }), row('', '物相', '锐钛矿')],
      faults: [],
    })
  })

  it('says which rows are wrong and leaves only these out', () => {
    const { rows, faults } = read(
      `样品编号,结果项,结果\nA-2,铁,1\nB-9,铁,1\nA-1,,3\nA-1,铁,4\nA-1,铁,5\nA-1,${'长'.repeat(61)},6\nA-1,铜,`,
    )
    expect(rows).toEqual([row('MX2603020000101', '铁', '4')])
    expect(faults).toEqual([
      '第 2 行：没有样品“A-2”，或有几个',
      '第 3 行：没有样品“B-9”，或有几个',
      '第 4 行：没有结果项',
      '第 6 行：A-1 的铁在第 5 行已有',
      '第 7 行：“长长长长长长长长长长…”超过 60 个字',
    ])
    expect(read('铁,铜\n1,2').faults).toEqual(['第 1 行没有“样品编号”列'])
    expect(read('')).toEqual({ rows: [], faults: ['第 1 行没有“样品编号”列'] })
  })

  it('takes the place of values with the same sample and name, and reads its own template', () => {
    const former = [row('MX2603020000101', '铁', ''), row('MX2603020000101', '铜', '9')]
    const fresh = [row('MX2603020000101', '铁', '4'), row('MX2603020000102', '铁', '5')]
    expect(withRead(former, fresh).map(({ value }) => value)).toEqual(['4', '9', '5'])
    const filled = valuesTemplate(['铁（mg/kg）'], samples).replaceAll(/,$|,(?=\r)/gm, ',7')
    expect(read(filled).rows).toHaveLength(3)
  })
})

it("[Q-46] a sample in a narrow field is told by its number within the order and the customer's own", () => {
  expect(samples.map(briefSample)).toEqual(['…01 A-1', '…02 A-2', '…03 A-2'])
  expect(briefSample({ sampleNo: 'MX26030200001100', ownNo: '' })).toBe('…100')
})
