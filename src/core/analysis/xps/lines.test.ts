import { expect, it } from 'vitest'
import { survey } from '../testing/known-spectra.ts'
import { NotAnalysable } from '../tool-rules.ts'
import { CORE_LEVELS } from './core-levels-rules.ts'
import { xpsLines } from './lines-rules.ts'

// ISO 15472:2010, reference positions for the calibration of the binding-energy scale: Au 4f7/2, Ag 3d5/2, Cu 2p3/2.
it('the calibration lines of ISO 15472 are named after their elements', () => {
  const result = xpsLines.run(
    survey([
      [83.96, 9000],
      [368.21, 12000],
      [932.62, 9000],
    ]),
    {},
  )
  const named = result.tables[0]!.rows.map((row) => row[2])
  expect(named).toEqual(['Au 4f7/2', 'Ag 3d5/2', 'Cu 2p3/2'])
  expect(result.tables[0]!.rows.map((row) => Math.round(Number(row[0])))).toEqual([84, 368, 933])
})

it('the other lines of an element count for it, and charging is taken off', () => {
  const charged = survey([
    [73 + 4, 3000],
    [118 + 4, 3000],
    [531 + 4, 9000],
  ])
  const result = xpsLines.run(charged, { measured: 288.8, tolerance: 2.5 })
  expect(result.tables[0]!.rows.map((row) => [row[2], row[5]])).toEqual([
    ['Al 2p', '2/2'],
    ['Pt 4f7/2', '1/1'],
    ['Al 2s', '2/2'],
    ['O 1s', '1/1'],
  ])
})

it('noise is refused, an unknown peak is named as such', () => {
  expect(() => xpsLines.run(survey([]), {})).toThrow(NotAnalysable)
  const unknown = xpsLines.run(survey([[1180, 9000]]), {})
  expect(unknown.tables[0]!.rows[0]![2]).toBe('表中没有')
  expect(unknown.warnings.join()).toContain('有的峰在表中没有对应的谱线')
})

it('no line stands twice in the table', () => {
  expect(new Set(CORE_LEVELS.map(({ element, level }) => element + level)).size).toBe(CORE_LEVELS.length)
})
