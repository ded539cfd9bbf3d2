import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps, type PageTabs } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { amountIndex, type FinalAmountView, staffFinalAmounts, staffOrdersToFix } from '../amount-list-contract.ts'
import { staffConfirmAmount, staffSendBackAmount, staffTakeBackAmount } from '../contract.ts'
import { staffSettlementList } from '../list-contract.ts'

type Action = 'confirm' | 'sendBack' | 'takeBack'

const refreshes = [staffFinalAmounts, staffOrdersToFix, staffSettlementList]

const actionTexts: Record<Action, { label: string; done: string; reason?: string; text: string }> = {
  confirm: { label: '复核通过', done: '已复核，金额已核定', text: '通过后金额生效，客户据此结算付款。' },
  sendBack: { label: '退回', done: '已退回', reason: '退回原因', text: '退回后订单回到待核定金额，核定人会看到原因。' },
  takeBack: {
    label: '撤回核定',
    done: '已撤回，订单回到待核定金额',
    reason: '撤回原因',
    text: '客户会看到原因。含有这笔费用的结算单会撤销，其余费用回到未结算。异议减免的金额仍然减去。',
  },
}

/** Amounts that wait for confirmation by a second person, and fixed amounts, which can be taken back until they are paid. */
export function FinalAmounts({ tab, tabs }: { tab: keyof typeof amountIndex.tabs; tabs: PageTabs }) {
  const { may } = useStaff()
  const [asked, setAsked] = useState<{ action: Action; row: FinalAmountView }>()
  const act = useSubmits()
  const texts = asked && actionTexts[asked.action]
  const offered = ({ stage, paid, mayConfirm }: FinalAmountView): Action[] => {
    if (stage === 'held') return !paid && may('settlement.takeBackAmount') ? ['takeBack'] : []
    if (stage !== 'checking' || !may('settlement.confirmAmount')) return []
    return mayConfirm ? ['confirm', 'sendBack'] : ['sendBack']
  }
  return (
    <>
      <IndexList
        index={amountIndex}
        call={staffFinalAmounts}
        looks={looks}
        tabs={tabs}
        more={tab === 'ended' ? [] : [actColumn(offered, (next, row) => setAsked({ action: next, row }))]}
        bulk={verbsOf(tab, may('settlement.confirmAmount'), may('settlement.takeBackAmount'))}
        refreshes={refreshes}
        empty={<EmptyState title={emptyTexts[tab]} icon="check" />}
      />
      {asked && texts && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={`${texts.label} ${asked.row.orderNo}`}
          confirmLabel={texts.label}
          danger={asked.action === 'takeBack'}
          reason={texts.reason ? { label: texts.reason, required: true, maxLength: 200 } : undefined}
          onConfirm={async ({ reason }) => {
            await act[asked.action](asked.row, reason)
            toast.success(texts.done)
          }}
        >
          <p>
            {asked.row.proposedByName} 核定最终金额 <Money fen={asked.row.amountFen} />
            ，约定金额 {asked.row.agreedFen === null ? '未定' : <Money fen={asked.row.agreedFen} />}
            {asked.row.reason && `，差异原因：${asked.row.reason}`}。{texts.text}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const emptyTexts: Record<keyof typeof amountIndex.tabs, string> = {
  checking: '没有待复核的金额',
  held: '还没有核定过金额',
  ended: '没有退回或撤回的金额',
}

const looks: IndexListProps<FinalAmountView, keyof typeof amountIndex.fields>['looks'] = {
  order: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
        {row.orderNo}
      </SmartLink>
    ),
  },
  customer: { line: 2 },
  amount: { line: 2 },
  stage: {
    render: (row) => (
      <div>
        <StageBadge>{row.stageLabel}</StageBadge>
        {row.endReason && (
          <CellNote>
            {row.endedByName}：{row.endReason}
          </CellNote>
        )}
      </div>
    ),
  },
}

const confirmMany = bulkVerb<FinalAmountView, typeof staffConfirmAmount>(
  staffConfirmAmount,
  ({ id, version }) => ({ id, version }),
  {
    label: '复核通过',
    unfit: ({ mayConfirm }) => (mayConfirm ? undefined : '您自己核定的金额，由另一位同事复核'),
    text: (count) => `复核通过 ${count} 笔金额，通过后生效。您自己核定的金额会被拒绝。`,
  },
)
const sendBackMany = bulkVerb<FinalAmountView, typeof staffSendBackAmount>(
  staffSendBackAmount,
  ({ id, version }, reason) => ({ id, version, reason }),
  {
    label: '退回',
    reason: '退回原因',
    text: (count) => `退回 ${count} 笔金额，订单回到待核定金额，核定人会看到原因。`,
  },
)
const takeBackMany = bulkVerb<FinalAmountView, typeof staffTakeBackAmount>(
  staffTakeBackAmount,
  ({ orderNo }, reason) => ({ orderNo, reason }),
  {
    label: '撤回核定',
    unfit: ({ paid }) => (paid ? '已付清，不能撤回' : undefined),
    reason: '撤回原因',
    danger: true,
    text: (count) => `撤回 ${count} 笔核定金额，客户会看到原因。已付清的会被拒绝。`,
  },
)

function verbsOf(tab: keyof typeof amountIndex.tabs, mayConfirm: boolean, mayTakeBack: boolean) {
  if (tab === 'checking') return mayConfirm ? [confirmMany, sendBackMany] : []
  return tab === 'held' && mayTakeBack ? [takeBackMany] : []
}

function useSubmits(): Record<Action, (row: FinalAmountView, reason: string) => Promise<unknown>> {
  const confirm = useAct(staffConfirmAmount, { refreshes })
  const sendBack = useAct(staffSendBackAmount, { refreshes })
  const takeBack = useAct(staffTakeBackAmount, { refreshes })
  return {
    confirm: ({ id, version }) => confirm.submit({ id, version }),
    sendBack: ({ id, version }, reason) => sendBack.submit({ id, version, reason }),
    takeBack: ({ orderNo }, reason) => takeBack.submit({ orderNo, reason }),
  }
}

function actColumn(
  offered: (row: FinalAmountView) => Action[],
  onAct: (action: Action, row: FinalAmountView) => void,
): Column<FinalAmountView> {
  return {
    key: 'acts',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <span className="cluster">
        {row.paid && '已付清'}
        {offered(row).map((action) => (
          <Button
            key={action}
            size="s"
            variant={action === 'confirm' ? 'primary' : 'secondary'}
            aria-label={`${actionTexts[action].label} ${row.orderNo} 的金额`}
            onClick={() => onAct(action, row)}
          >
            {actionTexts[action].label}
          </Button>
        ))}
      </span>
    ),
  }
}
