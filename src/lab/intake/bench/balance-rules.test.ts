import { describe, expect, it } from 'vitest'
import { weighed } from './balance-rules.ts'

describe('a line of a balance', () => {
  it('of Mettler-Toledo is a weight only when the pan is still', () => {
    expect(weighed('S S     10.0012 g\r')).toEqual({ kind: 'weight', mg: 10_001 })
    expect(weighed('S S      250.4 mg')).toEqual({ kind: 'weight', mg: 250 })
    expect(weighed('S D     10.0012 g')).toEqual({ kind: 'unstable' })
    expect(weighed('S I')).toEqual({ kind: 'unstable' })
    expect(weighed('S +')).toEqual({ kind: 'fault', text: '天平超载' })
    expect(weighed('S -')?.kind).toBe('fault')
  })

  it('of Sartorius and Ohaus has its unit, or moves', () => {
    expect(weighed('N     +    0.2345 g  ')).toEqual({ kind: 'weight', mg: 235 })
    expect(weighed('+   12.345 g')).toEqual({ kind: 'weight', mg: 12_345 })
    expect(weighed('      1.25 kg')).toEqual({ kind: 'weight', mg: 1_250_000 })
    expect(weighed('N     +    0.2345    ')).toEqual({ kind: 'unstable' })
    expect(weighed('    12.34 g ?')).toEqual({ kind: 'unstable' })
  })

  it.each(['T      2.000 g', 'G +   10.000 g', 'Tare: 5.000 g', 'Max 220 g', 'ID 12 g'])(
    '%s is no net weight',
    (line) => {
      expect(weighed(line)).toBeUndefined()
    },
  )

  it('below zero is refused, and a heading is no weight', () => {
    expect(weighed('-    0.012 g')).toEqual({ kind: 'fault', text: '读数为负，请先去皮' })
    expect(weighed('-    0.0001 g')).toEqual({ kind: 'weight', mg: 0 })
    expect(weighed('METTLER TOLEDO')).toBeUndefined()
    expect(weighed('')).toBeUndefined()
    expect(weighed('High')).toEqual({ kind: 'fault', text: '天平报错' })
  })
})
