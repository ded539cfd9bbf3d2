import type { AnyIndex } from '../../../platform/contract/index-list.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps, type PageTabs, useTabCounts } from '../../../core/list-page/index-list.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { amountIndex, staffFinalAmounts, staffOrdersToFix, toFixIndex } from '../amount-list-contract.ts'
import { settlementIndex, type StaffSettlement, staffSettlementList, staffSettlementRemind } from '../list-contract.ts'
import { settlementLifecycle } from '../rules.ts'
import { SettlementBadge } from '../settlement-card.tsx'
import { FinalAmounts } from './final-amounts.tsx'
import { ToFix } from './to-fix.tsx'
import { shortDay } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '结算 · 明析科测' }]

export default function ConsoleSettlements() {
  const address = useAddress()
  const groups = usePageTabs()
  const asked = address.oneOf('tab', groups.flatMap(({ names }) => names) as [string, ...string[]])
  const open = groups.findIndex(({ names }) => names.includes(asked))
  const tabs = {
    before: groups.slice(0, open).flatMap(({ links }) => links),
    after: groups.slice(open + 1).flatMap(({ links }) => links),
  }
  return (
    <div className="stack">
      <PageHeader
        title="结算"
        sub="数据交付后由客户经理核定最终金额，客户据此结算付款"
        actions={
          <>
            <ButtonLink to="/console/settlements/receivables">应收明细</ButtonLink>
            <ButtonLink to="/console/settlements/income">收入明细</ButtonLink>
          </>
        }
      />
      {open === 0 ? (
        <ToFix tabs={tabs} />
      ) : open === 1 ? (
        <FinalAmounts tab={asked as keyof typeof amountIndex.tabs} tabs={tabs} />
      ) : (
        <Settlements tabs={tabs} />
      )}
    </div>
  )
}

/** The tabs of the three lists of the page, each with its count, in the order of the work. */
function usePageTabs() {
  const lists = [
    { index: toFixIndex, counts: useTabCounts(staffOrdersToFix) },
    { index: amountIndex, counts: useTabCounts(staffFinalAmounts) },
    { index: settlementIndex, counts: useTabCounts(staffSettlementList) },
  ]
  return lists.map(({ index, counts }) => {
    const names = Object.keys(index.tabs)
    const tabs: AnyIndex['tabs'] = index.tabs
    const links = names.map((name) => ({ to: `?tab=${name}`, label: tabs[name]?.label ?? '', count: counts[name] }))
    return { names, links: links.map(({ count, ...link }) => (count === undefined ? link : { ...link, count })) }
  })
}

function Settlements({ tabs }: { tabs: PageTabs }) {
  const { may } = useStaff()
  return (
    <IndexList
      index={settlementIndex}
      call={staffSettlementList}
      looks={may('refund.make') ? looksWithRefund : looks}
      tabs={tabs}
      bulk={may('settlement.remind') ? [remind] : []}
    />
  )
}

const looks: IndexListProps<StaffSettlement, keyof typeof settlementIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.settlementNo}</span> },
  customer: {
    line: 2,
    render: (row) => <CustomerCell {...row} />,
  },
  orders: { render: (row) => <span className="num">{row.rows.map((each) => each.orderNo).join('、')}</span> },
  total: { line: 2 },
  due: { render: (row) => <span className="num">{shortDay(row.dueAt)}</span> },
  stage: { line: 1, render: (row) => <SettlementBadge settlement={row} /> },
}

/** An order of a paid settlement is refunded on the page of refunds. */
const looksWithRefund: typeof looks = {
  ...looks,
  orders: {
    render: ({ stage, rows }) => (
      <span className="cluster num">
        {rows.map(({ orderNo }) =>
          stage === 'paid' ? (
            <span key={orderNo}>
              {orderNo}{' '}
              <SmartLink to={`/console/refunds?order=${encodeURIComponent(orderNo)}`} aria-label={`退款 ${orderNo}`}>
                退款
              </SmartLink>
            </span>
          ) : (
            <span key={orderNo}>{orderNo}</span>
          ),
        )}
      </span>
    ),
  },
}

const remind = bulkVerb<StaffSettlement, typeof staffSettlementRemind>(
  staffSettlementRemind,
  ({ settlementNo }) => ({ settlementNo }),
  {
    label: '提醒付款',
    unfit: ({ stage }) =>
      stage === 'unpaid' ? undefined : `现为“${settlementLifecycle.stages[stage]}”，只能提醒待付款的结算单`,
    text: (count) => `向 ${count} 张结算单的客户发送付款提醒（站内信、短信和邮件）。24 小时内提醒过的会被拒绝。`,
  },
)
