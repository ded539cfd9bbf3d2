import { useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffPromoterApprove, staffPromoterReject, staffPromoterResume, staffPromoterSuspend } from '../contract.ts'
import { type StaffPromoter, staffPromoters } from '../list-contract.ts'
import { PromoterBadge } from '../promoter-badge.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

/** One promoter with what staff can decide at this stage. */
export function PromoterDialog({ row, onClose }: { row: StaffPromoter; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`推广合伙人 ${row.customerName}`}
      footer={<Verbs row={row} onDone={onClose} />}
    >
      <DescriptionList
        items={[
          { term: '状态', value: <PromoterBadge stage={row.stage} /> },
          { term: '手机', value: <span className="num">{row.customerPhone}</span> },
          { term: '单位', value: row.company },
          { term: '协议版本', value: <span className="num">{row.agreement}</span> },
          { term: '申请时间', value: <span className="num">{minuteText(row.appliedAt)}</span> },
          { term: '通过时间', value: <span className="num">{row.approvedAt ?? ''}</span> },
          ...(row.leftAt ? [{ term: '退出时间', value: <span className="num">{minuteText(row.leftAt)}</span> }] : []),
          { term: '推广方式', value: row.plan, wide: true },
          ...(row.reason ? [{ term: '原因', value: row.reason, wide: true }] : []),
          { term: '绑定客户', value: `${row.customers} 人` },
          { term: '返利订单', value: `${row.orders} 单` },
          { term: '待结算', value: <Money fen={row.pendingFen} /> },
          { term: '累计返利', value: <Money fen={row.earnedFen} /> },
          ...(row.owedFen > 0 ? [{ term: '待抵扣', value: <Money fen={row.owedFen} /> }] : []),
        ]}
      />
      <p>
        <ButtonLink size="s" to={`/console/rebates?kw=${encodeURIComponent(row.customerName)}`}>
          查看返利明细
        </ButtonLink>
      </p>
    </Dialog>
  )
}

type Verb = 'approve' | 'reject' | 'suspend' | 'resume'

const words: Record<Verb, { label: string; done: string; text: string; danger?: boolean; reason?: string }> = {
  approve: {
    label: '通过',
    done: '已通过，客户会收到通知',
    text: '通过后，经其链接注册的新客户与其绑定，订单付清后计返利。',
  },
  reject: {
    label: '驳回',
    done: '已驳回，客户会看到原因',
    text: '客户可以修改后重新申请。',
    danger: true,
    reason: '驳回原因',
  },
  suspend: {
    label: '暂停',
    done: '已暂停，客户会看到原因',
    text: '暂停期间不绑定新客户、不计返利，待结算的返利暂缓结算。可以恢复。',
    danger: true,
    reason: '暂停原因',
  },
  resume: { label: '恢复', done: '已恢复，到期的返利将照常结算', text: '恢复后，已到期的返利立即转为可提现。' },
}

/** A decision ends the dialog: its row moves to another tab of the list, and what is shown here would be out of date. */
function Verbs({ row, onDone }: { row: StaffPromoter; onDone: () => void }) {
  const { may } = useStaff()
  const [verb, setVerb] = useState<Verb>()
  const options = { refreshes: [staffPromoters] }
  const approve = useAct(staffPromoterApprove, options)
  const reject = useAct(staffPromoterReject, options)
  const suspend = useAct(staffPromoterSuspend, options)
  const resume = useAct(staffPromoterResume, options)
  const open: readonly Verb[] =
    row.stage === 'pending'
      ? ['reject', 'approve']
      : row.stage === 'active'
        ? ['suspend']
        : row.stage === 'suspended'
          ? ['resume']
          : []
  const act = async (chosen: Verb, reason: string) => {
    const target = { id: row.id, version: row.version }
    if (chosen === 'approve') await approve.submit(target)
    if (chosen === 'reject') await reject.submit({ ...target, reason })
    if (chosen === 'suspend') await suspend.submit({ ...target, reason })
    if (chosen === 'resume') await resume.submit(target)
    toast.success(words[chosen].done)
    onDone()
  }
  const chosen = verb && words[verb]
  return (
    <>
      {open
        .filter((each) => may(`promoter.${each}`))
        .map((each) => (
          <Button
            key={each}
            variant={each === 'approve' || each === 'resume' ? 'primary' : 'secondary'}
            onClick={() => setVerb(each)}
          >
            {words[each].label}
          </Button>
        ))}
      <ConfirmDialog
        open={verb !== undefined}
        onClose={() => setVerb(undefined)}
        onConfirm={({ reason }) => verb && act(verb, reason)}
        title={`${chosen?.label ?? ''} ${row.customerName}`}
        confirmLabel={chosen?.label ?? ''}
        {...(chosen?.danger ? { danger: true } : {})}
        {...(chosen?.reason ? { reason: { label: chosen.reason, required: true } } : {})}
      >
        <p>{chosen?.text}</p>
      </ConfirmDialog>
    </>
  )
}
