import { useState } from 'react'
import type { Call, OutputOf } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { z } from 'zod'
import { fundingField, type orderDetail, orderFunding } from '../contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

type Funded = Pick<OutputOf<typeof orderDetail>, 'orderNo' | 'lines' | 'fundingOpen' | 'fundingChanges'>

/** The funding number of each line; its customer changes them until the order is paid. */
export function FundingCard({ order, refreshes }: { order: Funded; refreshes?: readonly Call[] }) {
  const [editing, setEditing] = useState(false)
  const named = order.lines.some((line) => line.fundingNo !== '')
  const editable = refreshes !== undefined && order.fundingOpen
  if (!named && !editable) return null
  const last = order.fundingChanges.at(-1)
  return (
    <Card
      title="课题号/经费卡"
      actions={
        editable && (
          <Button size="s" onClick={() => setEditing(true)}>
            {named ? '修改' : '填写'}
          </Button>
        )
      }
    >
      <DescriptionList
        items={order.lines.map((line) => ({ term: line.projectName, value: line.fundingNo || '未填写' }))}
      />
      {last && (
        <p>
          {minuteText(last.at)} 由 {last.fromNo || '空'} 改为 {last.toNo || '空'}
        </p>
      )}
      {editing && refreshes && <FundingDialog order={order} refreshes={refreshes} onClose={() => setEditing(false)} />}
    </Card>
  )
}

const schema = z.object({ line: z.string(), fundingNo: fundingField })

function FundingDialog({
  order,
  refreshes,
  onClose,
}: {
  order: Funded
  refreshes: readonly Call[]
  onClose: () => void
}) {
  const change = useAct(orderFunding, { refreshes })
  const form = useZodForm({
    schema,
    initial: { line: '', fundingNo: order.lines[0]?.fundingNo ?? '' },
    onSubmit: async ({ line, fundingNo }) => {
      await change.submit({ orderNo: order.orderNo, fundingNo, ...(line === '' ? {} : { lineId: Number(line) }) })
      toast.success('课题号/经费卡已保存')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="课题号/经费卡" size="s">
      <Form form={form} aria-label="课题号/经费卡">
        {order.lines.length > 1 && (
          <Field label="项目" of={form.at('line')}>
            <Select
              options={[
                { value: '', label: '全部项目相同' },
                ...order.lines.map((line) => ({ value: String(line.id), label: line.projectName })),
              ]}
            />
          </Field>
        )}
        <Field label="课题号/经费卡" of={form.at('fundingNo')} hint="印在结算单、对账单和发票备注上；付款前可以修改">
          <TextInput maxLength={60} />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            保存
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
