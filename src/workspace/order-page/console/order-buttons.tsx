import { lazy, Suspense, useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { actionLabel, type OrderVerb, finalAmountStages } from '../../../lab/orders/rules.ts'
import {
  staffOrderApprove,
  staffOrderCheckIn,
  staffOrderDeclineRetest,
  staffOrderHold,
  staffOrderReject,
  staffOrderStartCorrection,
  staffOrderStartTesting,
  staffOrderWithdrawQuote,
  type StaffOrder,
} from '../../../lab/orders/staff/staff-contract.ts'
import { orderReads } from './order-reads.ts'

// Few orders wait for a quote, are disputed or tested again.
const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }))
const QuoteDialog = lazy(async () => ({ default: (await import('./quote-dialog.tsx')).QuoteDialog }))
const RetestDialog = lazy(async () => ({ default: (await import('./retest-dialog.tsx')).RetestDialog }))
const DisputeDialog = lazy(async () => ({ default: (await import('./dispute-dialog.tsx')).DisputeDialog }))

/** Texts and call of one button with its dialog. The customer reads the reason. */
interface Verb {
  call: typeof staffOrderApprove | typeof staffOrderReject
  label: string
  text: string
  done: string
  variant?: 'primary' | 'danger'
  reason?: { label: string; maxLength: number }
}

const verbs: Partial<Record<OrderVerb, Verb>> = {
  approve: {
    call: staffOrderApprove,
    label: '审核通过',
    text: '通过后客户会收到寄样通知，订单进入待送样。',
    done: '已审核通过',
    variant: 'primary',
  },
  reject: {
    call: staffOrderReject,
    label: '驳回订单',
    text: '驳回后订单结束，预留的信用额度会释放。此操作不能撤销。',
    done: '已驳回',
    variant: 'danger',
    reason: { label: '驳回原因', maxLength: 200 },
  },
  withdrawQuote: {
    call: staffOrderWithdrawQuote,
    label: '撤回报价',
    text: '撤回后客户不能再接受这一版报价，订单回到待报价。',
    done: '报价已撤回',
    reason: { label: '撤回原因', maxLength: 200 },
  },
  checkIn: {
    call: staffOrderCheckIn,
    label: '登记到场或收到数据',
    text: '确认客户已经到场，或数据已经收到。登记后开始计算 2 小时致电时限。',
    done: '已登记',
    variant: 'primary',
  },
  startTesting: {
    call: staffOrderStartTesting,
    label: '开始检测',
    text: '开始后由您负责这个订单的检测，客户不能再取消订单。',
    done: '已开始检测',
    variant: 'primary',
  },
  hold: {
    call: staffOrderHold,
    label: '上报异常',
    text: '说明样品量不足、不安全或参数问题。客户答复之前检测暂停。',
    done: '已上报异常',
    reason: { label: '异常说明', maxLength: 500 },
  },
  declineRetest: {
    call: staffOrderDeclineRetest,
    label: '不予复测',
    text: '订单回到已交付，客户会看到原因。确认期按剩余时间继续，至少保留 1 天。',
    done: '已答复客户',
    reason: { label: '原因', maxLength: 500 },
  },
  startCorrection: {
    call: staffOrderStartCorrection,
    label: '更正报告',
    text: '订单退回实验室更正，重新审核后交付新一版报告。客户会看到原因；旧报告在此期间显示“更正中”。',
    done: '已退回实验室更正',
    reason: { label: '更正原因', maxLength: 500 },
  },
}

/** The actions open to this role at this stage. A dialog stays open after a refusal, also when the order has moved on. */
export function OrderButtons({ order }: { order: StaffOrder }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<string>()
  const close = () => setOpen(undefined)
  const offered = (action: OrderVerb) => order.staffActions.includes(action)
  return (
    <>
      {offered('quote') && (
        <Button variant="primary" onClick={() => setOpen('quote')}>
          锁定方案并报价
        </Button>
      )}
      {offered('reviseQuote') && <Button onClick={() => setOpen('reviseQuote')}>更新报价</Button>}
      {offered('acceptRetest') && order.stage === 'retest' && (
        <Button variant="primary" onClick={() => setOpen('acceptRetest')}>
          同意复测
        </Button>
      )}
      {offered('dismissDispute') && (
        <Button variant="primary" onClick={() => setOpen('dispute')}>
          处理异议
        </Button>
      )}
      {/* Dangerous actions look plain here; their dialog has the red button. */}
      {Object.entries(verbs).map(([action, verb]) =>
        offered(action as OrderVerb) && !(action === 'startCorrection' && order.stage === 'disputed') ? (
          <Button
            key={action}
            variant={isMain(action, verb, order) ? 'primary' : 'secondary'}
            onClick={() => setOpen(action)}
          >
            {labelOf(action, verb, order)}
          </Button>
        ) : null,
      )}
      {offered('handIn') && (
        <ButtonLink variant="primary" to={`/console/tasks/${order.orderNo}`}>
          记录与上传数据
        </ButtonLink>
      )}
      {offered('verify') && (
        <ButtonLink variant="primary" to={`/console/verify/${order.orderNo}`}>
          审核数据
        </ButtonLink>
      )}
      {order.stage === 'contract' && may('contract.issue') && (
        <ButtonLink variant="primary" to="/console/contracts">
          处理合同
        </ButtonLink>
      )}
      {(finalAmountStages as readonly string[]).includes(order.stage) &&
        order.finalFen === null &&
        may('settlement.fixAmount') && (
          <ButtonLink to={`/console/settlements?tab=fix&kw=${order.orderNo}`}>核定结算金额</ButtonLink>
        )}
      {offered('cancelByStaff') && <Button onClick={() => setOpen('cancel')}>取消订单</Button>}
      {Object.entries(verbs).map(([action, verb]) => (
        <VerbDialog key={action} action={action} verb={verb} order={order} open={open === action} onClose={close} />
      ))}
      {(offered('quote') || open === 'quote') && (
        <Suspense>
          <QuoteDialog order={order} open={open === 'quote'} onClose={close} />
        </Suspense>
      )}
      {(offered('reviseQuote') || open === 'reviseQuote') && (
        <Suspense>
          <QuoteDialog order={order} open={open === 'reviseQuote'} onClose={close} revises />
        </Suspense>
      )}
      {(offered('acceptRetest') || open === 'acceptRetest') && (
        <Suspense>
          <RetestDialog order={order} open={open === 'acceptRetest'} onClose={close} />
        </Suspense>
      )}
      {(offered('dismissDispute') || open === 'dispute') && (
        <Suspense>
          <DisputeDialog order={order} open={open === 'dispute'} onClose={close} />
        </Suspense>
      )}
      {(offered('cancelByStaff') || open === 'cancel') && (
        <Suspense>
          <CancelDialog order={order} open={open === 'cancel'} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const checkInText: Record<number, string> = {
  2: '确认客户已经到场或接入。登记后开始计算 2 小时致电时限。',
  3: '确认数据已经收到且能打开。登记后客户不能再删除，并开始计算 2 小时致电时限。',
}
const approveText: Record<number, string> = {
  2: '通过后客户会收到到场时间和地点，订单进入待到场。',
  3: '通过后客户会收到上传数据的通知，订单进入待传数据。',
}

/** After the report was withdrawn, the correction is the main action. */
function isMain(action: string, verb: Verb, { reportWithdrawnAt }: StaffOrder): boolean {
  return verb.variant === 'primary' || (action === 'startCorrection' && reportWithdrawnAt !== null)
}

function labelOf(action: string, verb: Verb, { serviceType }: StaffOrder): string {
  return action === 'checkIn' ? actionLabel('checkIn', serviceType) : verb.label
}

function textOf(action: string, verb: Verb, { serviceType }: StaffOrder): string {
  const byService = action === 'checkIn' ? checkInText : action === 'approve' ? approveText : {}
  return byService[serviceType] ?? verb.text
}

function VerbDialog({
  action,
  verb,
  order,
  open,
  onClose,
}: {
  action: string
  verb: Verb
  order: StaffOrder
  open: boolean
  onClose: () => void
}) {
  const label = labelOf(action, verb, order)
  const act = useAct(verb.call, { refreshes: orderReads })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        const { orderNo, version } = order
        const input = verb.reason ? { orderNo, version, reason } : { orderNo, version }
        await act.submit(input)
        toast.success(verb.done)
      }}
      title={label}
      confirmLabel={label}
      danger={verb.variant === 'danger'}
      reason={verb.reason && { ...verb.reason, required: true }}
    >
      {textOf(action, verb, order)}
    </ConfirmDialog>
  )
}
