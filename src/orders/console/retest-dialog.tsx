import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { staffOrderAcceptRetest } from '../staff-contract.ts'
import { orderReads, type StaffOrder } from './order-reads.ts'

/** Sends the order back to the bench. Which lines are measured again decides what the laboratory has to hand in anew. */
export function RetestDialog({ order, open, onClose }: { order: StaffOrder; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="同意复测" size="s">
      <RetestForm order={order} onClose={onClose} />
    </Dialog>
  )
}

function RetestForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const act = useAct(staffOrderAcceptRetest, { refreshes: orderReads })
  const form = useZodForm({
    schema: staffOrderAcceptRetest.input,
    initial: { orderNo: order.orderNo, version: order.version, lineIds: order.lines.map((line) => line.id) },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success('已同意复测')
      onClose()
    },
  })
  return (
    <Form form={form}>
      <p>同意后订单回到检测中，由实验员重新检测；填写新的检测记录并上传新数据后才能提交审核。</p>
      {order.lines.length > 1 && (
        <Field label="要复测的项目" of={form.at('lineIds')} as="group" required>
          <CheckboxGroup options={order.lines.map((line) => ({ value: line.id, label: line.projectName }))} />
        </Field>
      )}
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          同意复测
        </Button>
      </FormActions>
    </Form>
  )
}
