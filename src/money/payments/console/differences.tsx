import { useState } from 'react'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps, type PageTabs } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { differenceIndex, type DifferenceView, staffDifferences } from '../difference-list-contract.ts'
import { staffPaymentList } from '../list-contract.ts'
import { channelLabels, differenceLabels } from '../rules.ts'
import { staffResolveDifference } from '../staff-contract.ts'

const refreshes = [staffDifferences, staffPaymentList]

/** What differs from the bills of the channels. A later comparison resolves what agrees by then; finance resolves the rest with a note. */
export function Differences({ tab, tabs }: { tab: keyof typeof differenceIndex.tabs; tabs: PageTabs }) {
  const [open, setOpen] = useState<DifferenceView>()
  const { may } = useStaff()
  const isOpenTab = tab === 'differences'
  const mayResolve = isOpenTab && may('payment.reconcile')
  const resolve = useAct(staffResolveDifference, { refreshes, onDone: () => toast.success('已标记处理') })
  return (
    <>
      <IndexList
        index={differenceIndex}
        call={staffDifferences}
        looks={looks}
        tabs={tabs}
        more={mayResolve ? [resolveColumn(setOpen)] : []}
        bulk={mayResolve ? [resolveMany] : []}
        refreshes={refreshes}
        empty={
          <EmptyState
            title={isOpenTab ? '没有待处理的差异' : '还没有处理过的差异'}
            icon={isOpenTab ? 'check' : 'file'}
          />
        }
      />
      <ConfirmDialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        onConfirm={({ reason }) => open && resolve.submit({ id: open.id, note: reason })}
        title="标记差异已处理"
        confirmLabel="标记已处理"
        reason={{ label: '处理说明', required: true }}
      >
        {open && (
          <p>
            {channelLabels[open.channel]} {open.day}，{numberOf(open)}：{differenceLabels[open.kind]}
            。标记不改变任何账目。
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

const resolveMany = bulkVerb<DifferenceView, typeof staffResolveDifference>(
  staffResolveDifference,
  ({ id }, note) => ({ id, note }),
  {
    label: '标记已处理',
    reason: '处理说明',
    text: (count) => `把 ${count} 条差异标记为已处理，不改变任何账目。`,
  },
)

/** A refund is named beside its payment, which alone would look like a payment. */
function numberOf({ tradeNo, refundNo }: DifferenceView): string {
  return refundNo === '' ? `付款 ${tradeNo}` : `退款 ${refundNo}（付款 ${tradeNo}）`
}

const looks: IndexListProps<DifferenceView, keyof typeof differenceIndex.fields>['looks'] = {
  trade: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.tradeNo}</span> },
  refund: { render: (row) => <span className="num">{row.refundNo || '—'}</span> },
  kind: { line: 1 },
  there: { line: 2 },
  here: { line: 2 },
  note: { render: (row) => row.note || (row.kind === 'applied' ? '已自动补记' : '—') },
}

function resolveColumn(onResolve: (row: DifferenceView) => void): Column<DifferenceView> {
  return {
    key: 'act',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button size="s" aria-label={`标记已处理 ${row.refundNo || row.tradeNo}`} onClick={() => onResolve(row)}>
        标记已处理
      </Button>
    ),
  }
}
