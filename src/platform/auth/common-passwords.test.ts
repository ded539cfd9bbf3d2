import { describe, expect, it } from 'vitest'
import { passwordFault } from '../../people/customers/password-rules.ts'
import { staffPasswordFault } from '../../core/staff/password-rules.ts'
import { isFrequentPassword } from './common-passwords.ts'

describe('passwords that attackers try first', () => {
  it('are those that come first in published breaches, in any case', () => {
    for (const password of ['password', 'Football', 'SUNSHINE', 'qwertyuiop', 'iloveyou', 'trustno1', 'starwars'])
      expect([password, isFrequentPassword(password)]).toEqual([password, true])
    expect(isFrequentPassword('a sentence of my own')).toBe(false)
  })

  it('are also made of words of the laboratory, digits and signs', () => {
    for (const password of ['mingxi20261', 'Mingxi-Kece-2026', 'Lab@20262026', 'adminadmin1', 'test-staff-2026'])
      expect([password, isFrequentPassword(password)]).toEqual([password, true])
    for (const password of ['labradorflug', '19450815', '明析科测的猫123', 'rain over the lab'])
      expect([password, isFrequentPassword(password)]).toEqual([password, false])
  })

  it('are found in no time, whatever is typed', () => {
    const started = performance.now()
    isFrequentPassword(`${'testlab'.repeat(18)}x`)
    expect(performance.now() - started).toBeLessThan(100)
  })
})

it('a hundred characters of any kind are accepted from customers and staff', () => {
  for (const password of [
    `${'雨'.repeat(50)}${'ab '.repeat(17)}`,
    'only lower case letters and blanks, eighty of them or so, and no digit at all',
  ]) {
    expect(passwordFault(password)).toBeUndefined()
    expect(staffPasswordFault(password)).toBeUndefined()
    expect(isFrequentPassword(password)).toBe(false)
  }
})
