import { expect, it } from 'vitest'
import type { FigureCardData } from './card-rules.ts'
import { barsSvg, pictureSize } from './picture-rules.ts'
import { cardRows } from './sheet-rules.ts'

const row = { before: null, count: null, countLabel: '', to: null }
const card: FigureCardData = {
  key: 'incomeProjects',
  title: '收入 · 按项目',
  note: '本期入账的检测收入',
  unit: 'fen',
  stats: [{ label: '复测率', unit: 'permille', value: 38, before: 25 }],
  rows: [
    { ...row, key: '1003', label: '=XRD <b>', value: 12345, before: 10000, count: 3 },
    { ...row, key: 'rest', label: '其余 2 个项目', value: 999999 },
  ],
  ofRange: true,
  beforeLabel: '上期',
}

it('a card as a table has numbers that can be added up, in yuan', () => {
  expect(cardRows(card)).toEqual([
    ['项目', '金额（元）', '上期金额（元）', '变化', '明细笔数'],
    ['=XRD <b>', 123.45, 100, '比上期多 ¥23.45（23%）', 3],
    ['其余 2 个项目', 9999.99, '', '', ''],
    ['复测率', '3.8%', '2.5%', '比上期高 1.3 个百分点', ''],
  ])
})

it('a card as a picture has its texts escaped, and no bar for what sums up other rows', () => {
  const svg = barsSvg(card, '收入')
  expect(svg).toContain('=XRD &lt;b&gt;')
  expect(svg.match(/fill="#0e7f8b"/g)).toHaveLength(1)
  // The longest bar reaches from side to side, although the rest is more.
  expect(svg).toContain('width="896" height="12" fill="#0e7f8b"')
  expect(pictureSize(card).height).toBeGreaterThan(200)
})
