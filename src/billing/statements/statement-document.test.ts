import { expect, test } from 'vitest'
import type { StatementView } from './contract.ts'
import { statementDocument } from './statement-document.ts'

const month = {
  period: '2026-03',
  label: '2026 年 3 月',
  firstDay: '2026-03-01',
  lastDay: '2026-03-31',
  madeAt: '2026-04-01 08:00:00',
  running: false,
  customerName: '王建国',
  company: '滨湖大学',
  accounts: [],
  openingFen: 0,
  closingFen: 0,
  movements: [],
  months: [],
  ways: [],
  orders: [],
  settlements: [],
  invoices: [],
  sums: { grossFen: 0, discountFen: 0, netFen: 0, paidFen: 0, refundedFen: 0, invoicedFen: 0 },
  owed: { unsettledFen: 0, unpaidFen: 0, overdueFen: 0 },
} satisfies StatementView
const laboratory = { name: '明析科测', phone: '', address: '', bank: { holder: '', bank: '', account: '' } }
const headingsOf = (view: StatementView) =>
  statementDocument(view, laboratory).blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))

test('[Q-388] the sections of a statement are counted without a gap, also in a month without movements', () => {
  expect(headingsOf(month)).toEqual(['一、账户', '二、收付渠道', '三、交付的订单', '四、结算单', '五、开具的发票'])
  const movements = [{ at: '2026-03-02 10:00:00', what: '预存', memo: '', amountFen: 100, balanceFen: 100 }]
  expect(headingsOf({ ...month, movements }).slice(1, 3)).toEqual(['二、预存余额流水', '三、收付渠道'])
})
