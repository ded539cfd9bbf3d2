import { expect, it } from 'vitest'
import { differences, sameConditionsText } from './same-conditions-rules.ts'

const record = {
  instrumentId: 3,
  instrument: '衍射仪（XRD-01）',
  method: 'JY/T 0587-2020',
  conditions: 'Cu Kα，40 kV、40 mA，10–80°',
  environment: '23 ℃',
}

it('says nothing of fewer than two records', () => {
  expect(sameConditionsText([])).toBe('')
  expect(sameConditionsText([record])).toBe('')
})

it('the same instrument and conditions are the same, however they are written', () => {
  const again = { ...record, instrument: '衍射仪（XRD-1）', conditions: 'cu Kα,40kV、40mA,10–80°' }
  expect(sameConditionsText([record, again])).toBe('同一仪器、相同条件（依据检测记录）')
})

it('names everything that differs, and nothing else', () => {
  expect(differences([record, { ...record, instrumentId: 4 }])).toEqual(['仪器'])
  const other = { ...record, method: '', conditions: 'Co Kα', environment: '25 ℃' }
  expect(sameConditionsText([record, record, other])).toBe('检测记录不同：检测方法、测试条件、环境条件')
})

it('an instrument that is not registered is known by its name alone, and is never a registered one', () => {
  const own = { ...record, instrumentId: null }
  expect(differences([own, { ...own, instrument: '衍射仪(XRD-01)' }])).toEqual([])
  expect(differences([own, record])).toEqual(['仪器'])
})
