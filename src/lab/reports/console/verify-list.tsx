import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { type ListedOrder, staffVerifyList, verifyIndex } from '../../orders/lists/list-contract.ts'
import { DueIn } from '../../orders/order-stage.tsx'

export const meta = () => [{ title: '数据审核 · 后台' }]

/** Orders that wait for verification, the most urgent first. */
export default function VerifyList() {
  return (
    <>
      <PageHeader title="数据审核" sub="核对检测记录与数据，通过后交付客户；不能审核自己检测的订单。" />
      <IndexList
        index={verifyIndex}
        call={staffVerifyList}
        looks={looks}
        more={[doColumn]}
        refetchSeconds={30}
        empty={
          <EmptyState title="没有待审核的数据" icon="check">
            实验员提交审核后会出现在这里。
          </EmptyState>
        }
      />
    </>
  )
}

const looks: IndexListProps<ListedOrder, keyof typeof verifyIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.orderNo}</span> },
  title: { line: 2 },
  urgent: { render: (row) => (row.urgent ? <Tag tone="warn">加急</Tag> : '—') },
  dataDue: { line: 2, render: (row) => (row.dataDueAt ? <DueIn at={row.dataDueAt} /> : '—') },
}

const doColumn: Column<ListedOrder> = {
  key: 'do',
  line: 1,
  header: <span className="visually-hidden">操作</span>,
  cardLabel: '',
  align: 'end',
  render: (row) => (
    <ButtonLink size="s" variant="primary" to={`/console/verify/${row.orderNo}`} aria-label={`审核 ${row.orderNo}`}>
      审核
    </ButtonLink>
  ),
}
