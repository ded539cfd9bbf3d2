import { useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { Address } from '../../../ui/tables/use-address.ts'
import { type IssuedCouponItem, staffCampaign, staffCoupons, staffCouponWithdraw } from '../staff-contract.ts'
import { minuteText, shortDay } from '../../../ui/text/day-text.ts'

/** The coupons of a campaign with their holders, or only those that are used. */
export function IssuedList({ campaignId, used, address }: { campaignId: number; used: boolean; address: Address }) {
  const { may } = useStaff()
  const { page, href } = address
  const [target, setTarget] = useState<IssuedCouponItem>()
  const list = useCall(staffCoupons, { campaignId, ...(used ? { stages: ['locked', 'used'] } : {}), page, size: 20 })
  const withdraw = useAct(staffCouponWithdraw, {
    refreshes: [staffCoupons, staffCampaign],
    onDone: () => toast.success('已收回，客户会收到通知'),
  })
  return (
    <>
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption={used ? '使用记录' : '全部优惠券'}
        columns={columns(used, may('coupon.withdraw'), setTarget)}
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title={used ? '还没有客户使用' : '还没有发放'} icon="ticket" />}
      />
      <ConfirmDialog
        open={target !== undefined}
        onClose={() => setTarget(undefined)}
        onConfirm={({ reason }) => target && withdraw.submit({ id: target.id, version: target.version, reason })}
        title="收回优惠券"
        confirmLabel="收回"
        danger
        reason={{ label: '收回原因', required: true }}
      >
        <p>
          收回 {target?.customerName} {target?.customerPhone} 未使用的优惠券，客户会看到原因。
        </p>
      </ConfirmDialog>
    </>
  )
}

function columns(
  used: boolean,
  mayWithdraw: boolean,
  onWithdraw: (row: IssuedCouponItem) => void,
): Column<IssuedCouponItem>[] {
  const all: Column<IssuedCouponItem>[] = [
    {
      key: 'customer',
      header: '客户',
      rowHeader: true,
      render: (row) => (
        <span>
          {row.customerName} <span className="num">{row.customerPhone}</span>
        </span>
      ),
    },
    { key: 'stage', header: '状态', render: (row) => <StageBadge>{row.stageLabel}</StageBadge> },
    { key: 'no', header: '用于', render: (row) => <span className="num">{row.usedNo || '—'}</span> },
    { key: 'sum', header: '优惠', align: 'end', render: (row) => <Money fen={row.discountFen} /> },
    {
      key: 'at',
      header: used ? '核销时间' : '发放时间',
      render: (row) => <span className="num">{minuteText(used ? row.usedAt : row.issuedAt) ?? '—'}</span>,
    },
    { key: 'source', header: '来源', render: (row) => row.sourceLabel },
    { key: 'until', header: '有效期至', render: (row) => <span className="num">{shortDay(row.validUntil)}</span> },
  ]
  if (used || !mayWithdraw) return all
  return [
    ...all,
    {
      key: 'do',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) =>
        row.mayWithdraw && (
          <Button size="s" onClick={() => onWithdraw(row)}>
            收回
          </Button>
        ),
    },
  ]
}
