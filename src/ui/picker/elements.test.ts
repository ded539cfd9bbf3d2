import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { elementName, elements, gridPlace, neighbour } from './elements.ts'

const at = (symbol: string) => elements.find((element) => element.symbol === symbol)!
const go = (symbol: string, key: string) => neighbour(at(symbol).number, key)?.symbol

describe('periodic table', () => {
  it('has 118 elements with names, each in a place of its own', () => {
    expect(elements).toHaveLength(118)
    expect(new Set(elements.map((e) => `${e.row}/${e.column}`)).size).toBe(118)
    expect(['Fe', 'W', 'Au', 'U', 'Og'].map(elementName)).toEqual(['铁', '钨', '金', '铀', '鿫'])
  })

  it('puts elements into their group and period', () => {
    const places = ['H', 'He', 'B', 'Sc', 'Fe', 'La', 'Lu', 'Hf', 'Og'].map((s) => [at(s).row, at(s).column])
    expect(places).toEqual([
      [1, 1],
      [1, 18],
      [2, 13],
      [4, 3],
      [4, 8],
      [8, 3],
      [8, 17],
      [6, 4],
      [7, 18],
    ])
  })

  it('is laid out by a CSS grid that gets positions only where a row begins or jumps', () => {
    let [row, column] = [1, 0]
    for (const element of elements) {
      const place = gridPlace(element)
      // The style sheet has rows 8 and 9.
      if (element.row > 7) {
        expect(place?.gridColumn).toBe(element.column)
        continue
      }
      // CSS grid places an item with a smaller column in the next row.
      if (place && place.gridColumn < column) row += 1
      column = place?.gridColumn ?? column + 1
      expect([element.symbol, row, column]).toEqual([element.symbol, element.row, element.column])
    }
    expect(elements.filter(gridPlace).length).toBeLessThan(45)
  })

  it('has lanthanides and actinides at the numbers for which the style sheet has rows of their own', () => {
    const rowsOf = (row: number) => elements.filter((element) => element.row === row).map(({ number }) => number)
    const sheet = readFileSync(new URL('element-picker.module.css', import.meta.url), 'utf8')
    for (const row of [8, 9]) {
      const [first, last] = [Math.min(...rowsOf(row)), Math.max(...rowsOf(row))]
      expect(sheet).toContain(`:nth-child(n + ${first}):nth-child(-n + ${last}) {\n    grid-row: ${row};`)
    }
  })

  it('arrow keys jump over the gaps and stop at the edges', () => {
    expect(go('H', 'ArrowRight')).toBe('He')
    expect(go('Be', 'ArrowRight')).toBe('B')
    expect(go('Ba', 'ArrowRight')).toBe('Hf')
    expect(go('Y', 'ArrowDown')).toBe('La')
    expect(go('H', 'ArrowUp')).toBeUndefined()
    expect(go('Na', 'End')).toBe('Ar')
    expect(go('Ar', 'Home')).toBe('Na')
  })
})
