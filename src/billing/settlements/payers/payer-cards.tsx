import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { send } from '../../../platform/client/transport.ts'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import type { PayRequest } from '../../../money/payments/rules.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { assetAll4num, assetInit } from '../asset-contract.ts'
import {
  orderReady2pay,
  settlementAgree,
  settlementDecline,
  settlementList,
  settlementRows,
  settlementTests,
  settlementWithdraw,
  type SettlementView,
} from '../contract.ts'
import css from '../pages/settlements.module.css'
import { SettlementCard } from '../settlement-card.tsx'
import { shortDay } from '../../../ui/text/day-text.ts'

const refreshes = [orderReady2pay, settlementList, settlementRows, assetInit, assetAll4num]

/** What others ask the customer to pay, and their answers. */
export function AskedSection({ asked, onPay }: { asked: SettlementView[]; onPay: (request: PayRequest) => void }) {
  const [agreeing, setAgreeing] = useState<SettlementView>()
  const [declining, setDeclining] = useState<SettlementView>()
  const agree = useAct(settlementAgree, { refreshes, onDone: () => toast.success('已同意，结算单已列入待付款') })
  if (asked.length === 0) return null
  return (
    <section className={css.list} aria-label="待我确认">
      <h2 className={css.heading}>待我确认</h2>
      {asked.map((s) => (
        <SettlementCard key={s.settlementNo} settlement={s}>
          <TestListButton settlementNo={s.settlementNo} />
          <Button variant="quiet" aria-label={`拒绝结算单 ${s.settlementNo}`} onClick={() => setDeclining(s)}>
            拒绝
          </Button>
          <Button aria-label={`直接付款：结算单 ${s.settlementNo}`} onClick={() => onPay(payOf(s))}>
            直接付款
          </Button>
          <Button variant="primary" aria-label={`同意付款：结算单 ${s.settlementNo}`} onClick={() => setAgreeing(s)}>
            同意付款
          </Button>
        </SettlementCard>
      ))}
      <ConfirmDialog
        open={agreeing !== undefined}
        onClose={() => setAgreeing(undefined)}
        onConfirm={async () => {
          if (agreeing) await agree.submit({ settlementNo: agreeing.settlementNo })
        }}
        title="同意付款"
        confirmLabel="同意付款"
      >
        {agreeing &&
          `同意后，结算单 ${agreeing.settlementNo} 计入您的信用额度，由您在 ${shortDay(agreeing.dueAt)} 前付款；逾期会影响您下单。`}
      </ConfirmDialog>
      {declining && <DeclineDialog settlement={declining} onClose={() => setDeclining(undefined)} />}
    </section>
  )
}

/** The customer's own settlements that others were asked to pay. */
export function HandedOverSection({
  settlements,
  onCancel,
}: {
  settlements: SettlementView[]
  onCancel: (settlement: SettlementView) => void
}) {
  const withdraw = useAct(settlementWithdraw, { refreshes, onDone: () => toast.success('已撤回，费用回到未结算') })
  if (settlements.length === 0) return null
  return (
    <section className={css.list} aria-label="由他人付款">
      <h2 className={css.heading}>由他人付款</h2>
      {settlements.map((s) => (
        <SettlementCard key={s.settlementNo} settlement={s}>
          <TestListButton settlementNo={s.settlementNo} />
          {s.stage === 'proposed' && (
            <Button
              busy={withdraw.busy}
              aria-label={`撤回请求：结算单 ${s.settlementNo}`}
              onClick={() => void withdraw.run({ settlementNo: s.settlementNo })}
            >
              撤回请求
            </Button>
          )}
          {s.stage === 'unpaid' && (
            <Button variant="quiet" aria-label={`撤销结算单 ${s.settlementNo}`} onClick={() => onCancel(s)}>
              撤销
            </Button>
          )}
        </SettlementCard>
      ))}
    </section>
  )
}

/** The list of tests as a PDF. */
export function TestListButton({ settlementNo }: { settlementNo: string }) {
  const { busy, download } = useDownload(() => send(settlementTests, { settlementNo, browserKey: browserKey() }))
  return (
    <Button
      variant="quiet"
      icon="download"
      busy={busy}
      aria-label={`下载 ${settlementNo} 的测试清单`}
      onClick={() => void download()}
    >
      测试清单
    </Button>
  )
}

const declineSchema = settlementDecline.input.pick({ reason: true })

function DeclineDialog({ settlement, onClose }: { settlement: SettlementView; onClose: () => void }) {
  const decline = useAct(settlementDecline, { refreshes })
  const form = useZodForm({
    schema: declineSchema,
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      await decline.submit({ settlementNo: settlement.settlementNo, reason })
      toast.success('已拒绝')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="拒绝付款" size="s">
      <Form form={form} aria-label="拒绝付款">
        <p>结算单 {settlement.settlementNo} 的费用会退回给对方，由对方自行结算。</p>
        <Field label="拒绝原因" of={form.at('reason')} hint="对方可见，可不填">
          <TextArea rows={3} maxLength={200} />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            拒绝付款
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function payOf({ settlementNo }: SettlementView): PayRequest {
  return { kind: 'settlement', no: settlementNo }
}
