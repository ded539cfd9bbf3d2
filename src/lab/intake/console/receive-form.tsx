import { useEffect } from 'react'
import { staffOrderList } from '../../orders/lists/list-contract.ts'
import { staffOrderDetail } from '../../orders/staff/staff-contract.ts'
import { staffTaskList } from '../../orders/tasks/task-contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { sampleNoField } from '../../samples/contract.ts'
import { ShelfCodes, shelfCodesId } from '../../samples/shelves/shelf-codes.tsx'
import { staffSampleReceive, type FoundSample } from '../contract.ts'
import css from './intake.module.css'
import type { Done } from './intake-log.tsx'

/** The last condition and shelf are the next default, since samples of one parcel are alike. */
const remembered = { condition: '完好', shelf: '' }

type Props = {
  sample: FoundSample['sample']
  scannedShelf: string | undefined
  onDone: (done: Done) => void
  onScan: (text: string) => void
}

export function ReceiveForm({ sample, scannedShelf, onDone, onScan }: Props) {
  const act = useAct(staffSampleReceive, { refreshes: [staffOrderDetail, staffOrderList, staffTaskList] })
  const form = useZodForm({
    schema: staffSampleReceive.input,
    initial: { sampleNo: sample.sampleNo, ...remembered },
    onSubmit: async (input) => {
      const done = await act.submit(input)
      remembered.condition = input.condition
      remembered.shelf = input.shelf
      const { received, total, orderReceived } = done
      onDone({
        sampleNo: sample.sampleNo,
        orderNo: sample.orderNo,
        tone: orderReceived ? 'ok' : 'info',
        text: `${sample.sampleNo} 已收样，${orderReceived ? `订单样品已收齐（${received}/${total}）` : `订单 ${received}/${total}`}`,
      })
    },
  })
  const { set } = form
  // oxlint-disable-next-line react/exhaustive-deps -- only a scan fills the place in, what is typed afterwards stays
  useEffect(() => void (scannedShelf && set('shelf', scannedShelf)), [scannedShelf])
  /** A label scanned while one of these fields has the focus is treated as the next scan. */
  const strayScan = (text: string | undefined, field: 'condition' | 'shelf') => {
    if (text === undefined || !sampleNoField.safeParse(text).success) return false
    form.set(field, remembered[field])
    onScan(text)
    return true
  }
  return (
    <Form
      form={form}
      aria-label="登记收样"
      className={css.receive}
      onSubmitCapture={(event) => {
        const { condition, shelf } = form.values
        if (strayScan(shelf, 'shelf') || strayScan(condition, 'condition')) {
          event.preventDefault()
          event.stopPropagation()
        }
      }}
    >
      <FormRow>
        <Field label="重量" of={form.at('weightMg')} hint="不便称重时可不填">
          <NumberInput unit="mg" inputMode="numeric" />
        </Field>
        <Field label="样品状况" of={form.at('condition')} required>
          <TextInput list="sample-conditions" maxLength={100} />
        </Field>
        <Field
          label="存放位置"
          of={form.at('shelf')}
          required
          hint="柜-层-位，如 A-03-02；也可扫架位标签，不在架位上时填“其他：位置”"
        >
          <TextInput list={shelfCodesId} maxLength={30} autoCapitalize="characters" />
        </Field>
      </FormRow>
      <ShelfCodes />
      <datalist id="sample-conditions">
        {['完好', '包装破损，样品完好', '受潮', '结块', '变色', '量少'].map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <FormActions>
        <Button type="submit" variant="primary" icon="check" busy={form.busy}>
          收样
        </Button>
      </FormActions>
    </Form>
  )
}
