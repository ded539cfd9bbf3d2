import { useState } from 'react'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { goodsIndex, staffGoodsList } from '../list-contract.ts'
import { type StaffGoods, staffGoodsShow } from '../staff-contract.ts'
import { GoodsDialog } from './goods-dialog.tsx'
import { PointsNav } from './points-nav.tsx'

export const meta = () => [{ title: '积分商品 · 明析科测' }]

const verb = (onSale: boolean) =>
  bulkVerb<StaffGoods, typeof staffGoodsShow>(staffGoodsShow, ({ id, version }) => ({ id, version, onSale }), {
    label: onSale ? '上架' : '下架',
    text: (count) => (onSale ? `上架 ${count} 件商品，客户可以兑换。` : `下架 ${count} 件商品；已兑换的照常发货。`),
  })

const verbs = [verb(true), verb(false)]

export default function ConsolePointGoods() {
  const { may } = useStaff()
  const [open, setOpen] = useState<StaffGoods | 'new'>()
  return (
    <div className="stack">
      <PageHeader
        title="积分"
        sub="客户用积分兑换的商品和优惠券"
        actions={
          may('points.goods') && (
            <Button variant="primary" icon="plus" onClick={() => setOpen('new')}>
              新增商品
            </Button>
          )
        }
      />
      <PointsNav here="/console/points" />
      <IndexList
        index={goodsIndex}
        call={staffGoodsList}
        looks={looks}
        more={may('points.goods') ? [editColumn(setOpen)] : []}
        bulk={may('points.goods') ? verbs : []}
        empty={<EmptyState title="没有积分商品" icon="points" />}
      />
      {open && <GoodsDialog {...(open === 'new' ? {} : { goods: open })} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

const looks: IndexListProps<StaffGoods, keyof typeof goodsIndex.fields>['looks'] = {
  name: {
    line: 1,
    rowHeader: true,
    render: (row) => (row.campaignName ? `${row.name}（${row.campaignName}）` : row.name),
  },
  points: { line: 2, render: (row) => <span className="num">{row.points} 积分</span> },
  stock: { line: 2, render: (row) => <span className="num">{row.stock === null ? '不限量' : `${row.stock} 件`}</span> },
  onSale: {
    line: 1,
    render: (row) => <StageBadge tone={row.onSale ? 'ok' : 'neutral'}>{row.onSale ? '上架' : '下架'}</StageBadge>,
  },
}

function editColumn(onOpen: (row: StaffGoods) => void): Column<StaffGoods> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button size="s" aria-label={`修改 ${row.name}`} onClick={() => onOpen(row)}>
        修改
      </Button>
    ),
  }
}
