import { expect, it } from 'vitest'
import { mostDraftSamples } from '../../samples/entry/draft-rules.ts'
import { rowsAgain, takenWords } from './again-rules.ts'

const sample = (ownNo: string) => ({
  lineId: 7,
  ownNo,
  name: '氧化锌',
  form: 'powder' as const,
  composition: 'ZnO',
  amount: '',
  hazards: [],
  storage: 'room' as const,
  returnWanted: false,
  remark: '',
})

it('[Q-348] own numbers are compared as at the order, and a full draft takes no more rows', () => {
  const { rows, renumbered } = rowsAgain([sample('Ａ1'), sample('b')], 3, [{ planId: 1, ownNo: 'a1' }])
  expect([rows.map(({ ownNo }) => ownNo), rows[0]?.planId, renumbered]).toEqual([['1', 'b'], 3, 1])
  const there = Array.from({ length: mostDraftSamples - 1 }, (_, i) => ({ planId: 1, ownNo: `x${i}` }))
  expect(rowsAgain([sample('p'), sample('q')], 3, there)).toMatchObject({ rows: [{ ownNo: 'p' }], left: 1 })
})

it('[Q-348] the customer reads what was taken over and what was not', () => {
  const all = { refused: '', samples: 2, left: 1, renumbered: 1, dropped: [{ label: '扫描速度', text: '2 °/min' }] }
  expect(takenWords(all, 1)).toBe(
    '参数已沿用，以下几项现在不能选用，没有沿用：扫描速度（原为 2 °/min）；2 个样品的名称、成分、危险性、备注等已填入下单草稿，提交前请核对；另有 1 个在草稿中放不下，请重新填写；其中 1 个的自编号与方案中的其他样品重复，已换了编号',
  )
  expect(takenWords({ ...all, refused: '项目已下架' }, 1)).toBe('未加入，项目已下架')
})
