import { describe, expect, it } from 'vitest'
import { sampleEntry, waybillField } from '../contract.ts'
import { checkSamples, type SampleEntry } from './entry-rules.ts'
import { staffSampleReceive } from '../../intake/contract.ts'

const weightOf = (weightMg: unknown) =>
  staffSampleReceive.input.safeParse({ sampleNo: 'MX2603020000101', condition: '完好', shelf: 'A-01', weightMg })
const messageOf = (answer: { error?: { issues: { message: string }[] } | undefined }) =>
  answer.error?.issues[0]?.message

describe('[F-49] fields of the intake form', () => {
  it('[Q-55] refuses an invalid or implausible weight, and accepts none', () => {
    expect(weightOf(undefined).success).toBe(true)
    expect(weightOf(120).success).toBe(true)
    expect(messageOf(weightOf(Number.NaN))).toBe('重量请填写数字，单位为毫克')
    expect(messageOf(weightOf('abc'))).toBe('重量请填写数字，单位为毫克')
    expect(messageOf(weightOf(999_999_999))).toBe('重量不能超过 10000000 mg（10 kg），请核对单位')
    expect(messageOf(weightOf(-1))).toBe('重量不能为负')
    expect(messageOf(weightOf(0))).toBe('重量应大于 0，没有称重请留空')
  })

  it('refuses an impossible waybill number, and normalises a valid one', () => {
    for (const text of ['!!', '顺丰', 'ABC', '-123-', 'SF 12?3'])
      expect(messageOf(waybillField.safeParse(text)), text).toContain('快递单号')
    expect(waybillField.parse(' sf 1234-5678 ')).toBe('SF1234-5678')
    expect(waybillField.parse('ＳＦ１２３')).toBe('SF123')
  })
})

describe('samples as customers enter them', () => {
  const entry = (ownNo: string): SampleEntry => ({
    ...{ planId: 1, ownNo, name: '氧化锌（粉）', form: 'powder', composition: 'ＺｎＯ', amount: '１００ ｍｇ' },
    ...{ hazards: [], storage: 'room', returnWanted: false, remark: '' },
  })

  it('[Q-115] numbers, formulas and amounts typed in full width are kept in half width, as labels and slips print them', () => {
    expect(sampleEntry.parse(entry('Ａ１'))).toMatchObject({
      ...{ ownNo: 'A1', name: '氧化锌（粉）', composition: 'ZnO', amount: '100 mg' },
    })
  })

  it('[Q-115] an own number is a repetition of the same number in full width', () => {
    const demand = { planId: 1, sampleCount: 2, projectName: '衍射', serviceType: 1 as const, consumed: false }
    const powder = [{ form: 'powder' as const, accepted: true, leastAmount: '50 mg', size: '', refused: '', note: '' }]
    const issues = checkSamples([entry('A1'), entry('Ａ１')], [{ ...demand, requirements: powder, suitability: [] }])
    expect(issues.map(({ field, message }) => [field, message])).toContainEqual([
      'ownNo',
      '第 2 行：自编号与第 1 行重复',
    ])
  })
})
