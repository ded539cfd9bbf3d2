import { describe, expect, it } from 'vitest'
import { DEFENCES } from './defences.mjs'
import { tableFaults } from './switch-off-defences.mjs'

describe('the table of defences', () => {
  it('names lines that exist exactly once, and tests that exist', () => {
    expect(tableFaults(DEFENCES)).toEqual([])
  })

  it('has an entry for every attack on sign-in', () => {
    const attacks = new Set(DEFENCES.map(({ attack }) => attack))
    expect(Array.from({ length: 18 }, (_, i) => `T-${i + 1}`).filter((attack) => !attacks.has(attack))).toEqual([])
  })

  it('reports lines that are missing or found twice', () => {
    const defence = {
      attack: 'T-0',
      off: 'x',
      cuts: [
        { file: 'a', text: 'gone', by: '' },
        { file: 'a', text: 'twice', by: '' },
      ],
      test: 'b',
      title: 'missing',
    }
    const read = (file) => ({ a: 'twice twice', b: 'another title' })[file]
    expect(tableFaults([defence], read)).toEqual([
      'T-0, x: found 0 times in a: gone',
      'T-0, x: found 2 times in a: twice',
      'T-0, x: b has no test “missing”',
    ])
  })
})
