import { expect, it } from 'vitest'
import { columnsOf } from '../../../core/list-page/row-fields.tsx'
import { dayIndex } from '../contract.ts'
import { dayLooks } from './day-looks.tsx'

it('[Q-103] on a phone a closed day shows income and expense beside the balance, each with its name', () => {
  const columns = columnsOf(dayIndex, Object.keys(dayIndex.fields), dayLooks)
  const lines = columns.flatMap(({ key, line, align }) => (line && align === 'end' ? [[line, key]] : []))
  // Two amounts in the second line make the table write the names of all amounts of the row.
  expect(lines).toEqual([
    [2, 'in'],
    [2, 'out'],
    [1, 'closing'],
  ])
})
