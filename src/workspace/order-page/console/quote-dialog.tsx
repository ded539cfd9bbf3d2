import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { formatFen } from '../../../platform/money.ts'
import { setting } from '../../../core/settings/contract.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, NumberInput, TextArea } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { pricedByQuote } from '../../../lab/orders/quotes/price-rules.ts'
import { orderLimits } from '../../../lab/orders/rules.ts'
import { staffOrderQuote, staffOrderReviseQuote, type StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'
import css from './order-page.module.css'
import { orderReads } from './order-reads.ts'

/** Enters an amount for every line. The customer is asked to accept the sum. */
interface QuoteProps {
  order: StaffOrder
  /** Replaces the quote that was sent before. */
  revises?: boolean
  onClose: () => void
}

export function QuoteDialog({ open, ...props }: QuoteProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={props.revises ? '更新报价' : '锁定方案并报价'}>
      <QuoteForm {...props} />
    </Dialog>
  )
}

function QuoteForm({ order, revises, onClose }: QuoteProps) {
  const act = useAct(revises ? staffOrderReviseQuote : staffOrderQuote, { refreshes: orderReads })
  const usualDays = useCall(setting, {}).data?.quoteValidDays ?? orderLimits.quoteValidDays
  const form = useZodForm({
    schema: staffOrderQuote.input,
    initial: {
      orderNo: order.orderNo,
      version: order.version,
      // Calculated amounts are filled in; the manager enters the others.
      lines: order.lines.map((line) => ({ lineId: line.id, amountFen: line.amountFen as number })),
      validDays: usualDays,
      note: '',
    },
    onSubmit: async (input) => {
      const { quoteFen } = await act.submit(input)
      toast.success(`报价已发送，共 ${formatFen(quoteFen)}`)
      onClose()
    },
  })
  // Why the former version is not the last: sent back by the customer, or withdrawn.
  const before = order.stage === 'quoting' && order.quoteVersion > 0 ? order.timeline.at(-1) : undefined
  const amounts = (form.values.lines ?? []).map((line) => line.amountFen as number | null | undefined)
  const complete = amounts.every((amount) => Number.isFinite(amount))
  return (
    <Form form={form}>
      {before && (
        <p>
          {before.what}：{before.detail}
        </p>
      )}
      {revises && <p>发送后第 {order.quoteVersion} 版报价作废，客户只能接受新的一版。</p>}
      <div className={css.quote}>
        {order.lines.map((line, index) => (
          <div key={line.id} className={css.quoteLine}>
            <p>
              {line.projectName}
              <span className={css.aside}>
                {line.sampleCount} 个样品{line.urgent && ' · 加急'} · {pricedByQuote(line) ? '上次报价' : '系统核算'}
                {line.amountFen === null ? (
                  '：需人工报价'
                ) : (
                  <>
                    {' '}
                    <Money fen={line.amountFen} />
                  </>
                )}
              </span>
            </p>
            <Field label={`${line.projectName}金额`} hideLabel of={form.at(`lines.${index}.amountFen`)} required>
              <MoneyInput />
            </Field>
          </div>
        ))}
      </div>
      <p className={css.total} role="status">
        <span>报价合计</span>
        {complete ? <Money fen={amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)} price /> : '待填写'}
      </p>
      <FormRow>
        <Field label="有效天数" of={form.at('validDays')} required hint="过期未确认的报价自动取消">
          <NumberInput unit="天" />
        </Field>
      </FormRow>
      <Field label="报价说明" of={form.at('note')} hint="客户会看到，可不填">
        <TextArea rows={2} maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          发送报价
        </Button>
      </FormActions>
    </Form>
  )
}
