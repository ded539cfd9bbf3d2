import { expect, it } from 'vitest'
import { columnsOf } from './run-rows.tsx'

const run = { columns: [{ key: 'orderNo', head: '订单号' }] }
const keys = (notes: string[]) =>
  columnsOf(
    run,
    'new',
    notes.map((note) => ({ note })),
  ).map(({ key }) => key)

it('[Q-220] new rows show what they concern, where their kind says so', () => {
  expect(keys(['', '寄回 3 个样品'])).toEqual(['row', 'note', 'orderNo'])
  expect(keys([''])).toEqual(['row', 'orderNo'])
})
