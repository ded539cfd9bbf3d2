import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { ApplicationCard } from '../application-card.tsx'
import {
  type Application,
  invoiceApplyCancel,
  invoiceApplyInit,
  invoiceApplyList,
  invoiceApplyPaid,
  invoiceApplyResend,
  invoiceApplyWithdrawRed,
} from '../contract.ts'
import { invoiceLifecycle, type InvoiceStage } from '../rules.ts'
import { ApplyDialog, applyRefreshes } from './apply-dialog.tsx'
import { RedDialog } from './red-dialog.tsx'
import css from './invoices.module.css'

export const meta = () => [{ title: '开票记录 · 明析科测' }]

const stages = ['', ...(Object.keys(invoiceLifecycle.stages) as InvoiceStage[])] as ['', ...InvoiceStage[]]

interface Open {
  add?: true
  edit?: Application
  cancel?: Application
  red?: Application
  withdrawRed?: Application
}

export default function InvoiceRecordsPage() {
  const address = useAddress()
  const stage = address.oneOf('stage', stages)
  const list = useCall(invoiceApplyList, { stage, page: address.page, size: 10 })
  const init = useCall(invoiceApplyInit, {})
  const [open, setOpen] = useState<Open>({})
  const close = () => setOpen({})
  return (
    <div className="stack">
      <PageHeader
        title="开票记录"
        sub="已付款、未退款的款项可以申请数电发票"
        actions={
          <Button variant="primary" icon="plus" disabled={!init.data?.leftFen} onClick={() => setOpen({ add: true })}>
            申请开票
          </Button>
        }
      />
      <Loaded of={init}>
        {({ leftFen, months }) => (
          <Card title="可开票金额">
            <p className={css.left}>
              <Money fen={leftFen} />
            </p>
            <p className={css.sub}>
              {months.length === 0
                ? '付款后可在这里申请开票。'
                : `来自 ${months.reduce((sum, month) => sum + month.count, 0)} 笔订单款项，可以逐笔、部分或按月合并开票。`}
            </p>
          </Card>
        )}
      </Loaded>
      <LinkTabs
        label="申请状态"
        tabs={stages.map((key) => ({
          to: address.href({ stage: key }),
          label: key === '' ? '全部' : invoiceLifecycle.stages[key],
          current: key === stage,
        }))}
      />
      <Loaded of={list}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState
              title={stage === '' ? '还没有开票申请' : `没有${invoiceLifecycle.stages[stage]}的申请`}
              icon="file"
            >
              申请、开具和红冲的发票会出现在这里。
            </EmptyState>
          ) : (
            <div className={css.list}>
              <Paged
                rows={data.list.length}
                page={address.page}
                pageCount={Math.ceil(data.total / data.size)}
                href={(page) => address.href({ page })}
              >
                {data.list.map((row) => (
                  <ApplicationCard key={row.id} row={row} as="customer">
                    <Actions row={row} onOpen={setOpen} />
                  </ApplicationCard>
                ))}
              </Paged>
            </div>
          )
        }
      </Loaded>
      <Dialogs open={open} close={close} />
    </div>
  )
}

function Actions({ row, onOpen }: { row: Application; onOpen: (open: Open) => void }) {
  const resend = useAct(invoiceApplyResend, { onDone: ({ email }) => toast.success(`发票将重新发送到 ${email}`) })
  const may = (action: Application['actions'][number]) => row.actions.includes(action)
  const about = row.applicationNo
  return (
    <>
      {may('cancel') && (
        <Button size="s" variant="quiet" aria-label={`撤销申请 ${about}`} onClick={() => onOpen({ cancel: row })}>
          撤销
        </Button>
      )}
      {may('edit') && (
        <Button size="s" icon="edit" aria-label={`修改申请 ${about}`} onClick={() => onOpen({ edit: row })}>
          修改
        </Button>
      )}
      {may('requestRed') && (
        <Button size="s" variant="quiet" aria-label={`申请红冲 ${about}`} onClick={() => onOpen({ red: row })}>
          申请红冲
        </Button>
      )}
      {may('withdrawRed') && (
        <Button size="s" aria-label={`撤回红冲申请 ${about}`} onClick={() => onOpen({ withdrawRed: row })}>
          撤回红冲申请
        </Button>
      )}
      {may('resend') && (
        <Button
          size="s"
          icon="mail"
          busy={resend.busy}
          aria-label={`重新发送 ${about}`}
          onClick={() => void resend.run({ applicationNo: row.applicationNo })}
        >
          重发邮件
        </Button>
      )}
    </>
  )
}

function Dialogs({ open, close }: { open: Open; close: () => void }) {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('order') ?? ''
  const init = useCall(invoiceApplyInit, {})
  const paid = useCall(invoiceApplyPaid, { orderNo: asked }, { enabled: asked !== '' })
  const cancel = useAct(invoiceApplyCancel, { refreshes: applyRefreshes, onDone: () => toast.success('申请已撤销') })
  const withdrawRed = useAct(invoiceApplyWithdrawRed, {
    refreshes: applyRefreshes,
    onDone: () => toast.success('红冲申请已撤回，发票继续有效'),
  })
  const offered = asked === '' ? undefined : paid.data?.list.find((item) => item.orderNo === asked)
  const leave = () => {
    if (asked !== '') setQuery({}, { replace: true })
    close()
  }
  return (
    <>
      {init.data && (open.add || open.edit || offered) && (
        <ApplyDialog
          key={open.edit?.id ?? offered?.orderNo ?? 'new'}
          init={init.data}
          edit={open.edit}
          chosen={chosenFrom(open.edit, open.add ? undefined : offered)}
          wish={open.add || open.edit ? undefined : offered?.wish}
          onClose={leave}
          onSaved={() => toast.success(open.edit ? '申请已重新提交' : '申请已提交，开具后会通知您')}
        />
      )}
      {open.red && <RedDialog row={open.red} onClose={close} onDone={() => toast.success('红冲申请已提交')} />}
      <ConfirmDialog
        open={open.cancel !== undefined}
        onClose={close}
        onConfirm={() => open.cancel && cancel.submit({ applicationNo: open.cancel.applicationNo })}
        title="撤销开票申请"
        confirmLabel="撤销申请"
        danger
      >
        {open.cancel && (
          <p>
            将撤销 {open.cancel.applicationNo}，<Money fen={open.cancel.amountFen} /> 恢复为可开票金额。
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={open.withdrawRed !== undefined}
        onClose={close}
        onConfirm={() => open.withdrawRed && withdrawRed.submit({ applicationNo: open.withdrawRed.applicationNo })}
        title="撤回红冲申请"
        confirmLabel="撤回申请"
      >
        {open.withdrawRed && (
          <p>
            发票 <span className="num">{open.withdrawRed.invoiceNo}</span> 不再红冲，继续有效；需要时可以重新申请。
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

function chosenFrom(edit: Application | undefined, offered: { orderNo: string; leftFen: number } | undefined) {
  const from = edit?.lines ?? (offered && [{ orderNo: offered.orderNo, amountFen: offered.leftFen }])
  return from?.map(({ orderNo, amountFen }) => ({ orderNo, amountFen }))
}
