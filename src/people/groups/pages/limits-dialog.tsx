import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { clusterMembers, clusterSetLimits, type MemberView } from '../contract.ts'
import { LimitFields } from './limit-fields.tsx'

export function LimitsDialog({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const save = useAct(clusterSetLimits, { refreshes: [clusterMembers] })
  const form = useZodForm({
    schema: clusterSetLimits.input,
    initial: {
      memberId: member.memberId,
      monthLimitFen: member.monthLimitFen,
      approvalAboveFen: member.approvalAboveFen,
      projectLimits: member.projectLimits.map(({ rid, limitFen }) => ({ rid, limitFen })),
    },
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success('额度已保存')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={`${member.name || member.phone} 的额度`}>
      <Form form={form} aria-label="额度">
        <p>
          本月已用 <Money fen={member.usedFen} />
        </p>
        <LimitFields form={form} />
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            保存额度
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
