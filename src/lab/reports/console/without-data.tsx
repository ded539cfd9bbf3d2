import type { StaffOrder } from '../../orders/staff/staff-contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CheckboxGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffReportDetail, staffReportWithoutData } from '../contract.ts'
import css from './tasks.module.css'

interface Entry {
  sampleNo: string
  reason: string
}

/** Samples without data, each with its reason. The reviewer reads it, and after delivery the customer. */
export function WithoutData(props: {
  order: StaffOrder
  entries: readonly Entry[]
  /** Numbers of samples with data of their own, for which the server refuses it. */
  withData: readonly string[]
  editable: boolean
}) {
  const { order, entries, withData, editable } = props
  const act = useAct(staffReportWithoutData, { refreshes: [staffReportDetail] })
  const tested = order.samples.filter(
    ({ stage, sampleNo }) =>
      ['testing', 'tested', 'consumed'].includes(stage) &&
      !withData.includes(sampleNo) &&
      !entries.some((entry) => entry.sampleNo === sampleNo),
  )
  if (entries.length === 0 && !(editable && tested.length > 0)) return null
  return (
    <Card title="无数据的样品">
      <div className="stack">
        {entries.length > 0 && (
          <ul className={css.missing}>
            {entries.map(({ sampleNo, reason }) => (
              <li key={sampleNo}>
                <span className="num">{sampleNo}</span>：{reason}{' '}
                {editable && (
                  <Button
                    size="s"
                    variant="quiet"
                    aria-label={`撤销 ${sampleNo} 的无数据说明`}
                    onClick={() => void act.run({ orderNo: order.orderNo, sampleNos: [sampleNo], reason: '' })}
                  >
                    撤销
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {editable && tested.length > 0 && (
          <details>
            <summary>注明没有数据的样品…</summary>
            <ReasonForm key={tested.map(({ sampleNo }) => sampleNo).join()} orderNo={order.orderNo} samples={tested} />
          </details>
        )}
      </div>
    </Card>
  )
}

const required = staffReportWithoutData.input.refine(({ reason }) => reason !== '', {
  path: ['reason'],
  message: '请填写无数据的原因',
})

function ReasonForm({ orderNo, samples }: { orderNo: string; samples: StaffOrder['samples'] }) {
  const act = useAct(staffReportWithoutData, { refreshes: [staffReportDetail] })
  const form = useZodForm({
    schema: required,
    initial: { orderNo, sampleNos: [] as string[], reason: '' },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success(`已注明 ${input.sampleNos.length} 个样品无数据`)
    },
  })
  return (
    <Form form={form}>
      <Field label="没有数据的样品" as="group" of={form.at('sampleNos')} required>
        <CheckboxGroup
          options={samples.map(({ sampleNo, name }) => ({ value: sampleNo, label: `${sampleNo} ${name}` }))}
        />
      </Field>
      <Field label="无数据的原因" of={form.at('reason')} required hint="客户会看到，例如：测试中分解；数据在整单文件中">
        <TextArea rows={2} maxLength={200} />
      </Field>
      <FormActions>
        <Button type="submit" busy={form.busy}>
          注明无数据
        </Button>
      </FormActions>
    </Form>
  )
}
