import { describe, expect, test } from 'vitest'
import { invoiceFields } from './invoice-contract.ts'
import { taxNoDoubt, taxNoFault, tidyTaxNo } from './invoice-rules.ts'

const special = { type: 3, title: '苏州明析检测有限公司', taxNo: '91330100799655058B' }

describe('[F-28] invoice data', () => {
  test('a tax number has 15, 17, 18 or 20 characters, and with 18 a valid check digit', () => {
    for (const sound of ['91330100799655058B', '91110000802100433B', '110105194912310', '11010519491231002X'])
      expect([taxNoFault(sound), taxNoDoubt(sound)], sound).toEqual([undefined, undefined])
    for (const wrong of [
      '1',
      '',
      '12345678901234',
      '1234567890123456',
      '123456789012345678901',
      '000000000000000',
      '9133010079965505一',
    ])
      expect(taxNoFault(wrong), wrong).toEqual(expect.any(String))
    for (const doubtful of ['91330100799655058C', '91330100799655059B', '110105194912310021'])
      expect([taxNoFault(doubtful), taxNoDoubt(doubtful)], doubtful).toEqual([undefined, expect.any(String)])
  })

  test('a number with a wrong check digit is accepted once the person has confirmed it', () => {
    const doubtful = { ...special, taxNo: '91330100799655058C' }
    const refused = invoiceFields.safeParse(doubtful)
    expect(refused.error?.issues).toMatchObject([{ path: ['taxNo'], message: expect.stringContaining('校验位') }])
    expect(invoiceFields.safeParse({ ...doubtful, taxNoConfirmed: true }).success).toBe(true)
    expect(invoiceFields.safeParse({ ...doubtful, taxNo: '1', taxNoConfirmed: true }).success).toBe(false)
  })

  test('any single wrong character of a credit code is detected', () => {
    const code = '91330100799655058B'
    for (let i = 0; i < 17; i++) {
      const wrong = code.slice(0, i) + (code[i] === '7' ? '2' : '7') + code.slice(i + 1)
      expect(taxNoDoubt(wrong) ?? taxNoFault(wrong), wrong).toEqual(expect.any(String))
    }
  })

  test('a pasted tax number is accepted and normalised', () => {
    expect(tidyTaxNo(' ９1330100 799655058b ')).toBe('91330100799655058B')
    expect(invoiceFields.parse({ ...special, taxNo: '9133 0100 7996 55058b' })).toMatchObject({ taxNo: special.taxNo })
  })

  test('a special invoice needs a full name and a tax number, and nothing else', () => {
    expect(invoiceFields.safeParse(special).success).toBe(true)
    for (const wrong of [
      { title: 'x' },
      { title: '明析' },
      { title: '1234' },
      { taxNo: '1' },
      { taxNo: '' },
      { bankAccount: '1' },
      { phone: 'x' },
    ])
      expect(invoiceFields.safeParse({ ...special, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })

  test('an ordinary invoice is for a person or company; a given tax number must be valid', () => {
    expect(invoiceFields.safeParse({ type: 1, title: '张三' }).success).toBe(true)
    expect(invoiceFields.safeParse({ type: 1, title: 'x' }).success).toBe(false)
    expect(invoiceFields.safeParse({ type: 1, title: '张三', taxNo: '1' }).success).toBe(false)
  })
})
