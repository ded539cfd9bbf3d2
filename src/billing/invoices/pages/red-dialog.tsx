import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { type Application, invoiceApplyRed } from '../contract.ts'
import { type RedParts, RedPartsInput } from '../red-letters/red-parts.tsx'
import { redReasons } from '../rules.ts'
import { applyRefreshes } from './apply-dialog.tsx'

/** The customer asks for a red letter. */
export function RedDialog({ row, onClose, onDone }: { row: Application; onClose: () => void; onDone: () => void }) {
  return (
    <FormDialog open onClose={onClose} title="申请红冲">
      <RedForm row={row} onClose={onClose} onDone={onDone} />
    </FormDialog>
  )
}

function RedForm({ row, onClose, onDone }: { row: Application; onClose: () => void; onDone: () => void }) {
  const red = useAct(invoiceApplyRed, { refreshes: applyRefreshes })
  const form = useZodForm({
    schema: invoiceApplyRed.input,
    initial: { applicationNo: row.applicationNo, note: '' },
    onSubmit: async (input) => {
      await red.submit(input)
      onDone()
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="红冲申请">
      <p>
        发票 <span className="num">{row.invoiceNo}</span>，金额 <Money fen={row.amountFen} />
        。整张红冲后原发票失效；部分红冲后原发票的其余金额继续有效。红冲的金额可以重新申请开票。已入账或已抵扣的发票，需要您在
        72 小时内到电子税务局确认红字信息。
      </p>
      <Field label="红冲原因" of={form.at('reason')} as="group" required>
        <RadioGroup options={Object.entries(redReasons).map(([value, label]) => ({ value, label }))} />
      </Field>
      <Field label="红冲范围" of={form.at('parts')} as="group" hint="开票有误时只能整张红冲">
        <RedPartsInput
          row={row}
          parts={form.values.parts as RedParts}
          onParts={(parts) => form.set('parts', parts)}
          at={form.at}
        />
      </Field>
      <Field label="说明" of={form.at('note')} hint="例如正确的抬头或税号">
        <TextArea rows={3} maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          申请红冲
        </Button>
      </FormActions>
    </Form>
  )
}
