import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { clusterAgree, clusterMembers, clusterSetLimits, type MemberView } from '../contract.ts'
import { groupReads } from './group-form.tsx'
import { LimitFields } from './limit-fields.tsx'

const nameOf = ({ name, phone }: MemberView) => name || phone

/** The limits of a member; of an applicant the question whether they join, with what they may spend from then on. */
export function LimitsDialog({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const applied = member.stage === 'applied'
  const save = useAct(clusterSetLimits, { refreshes: [clusterMembers] })
  const agree = useAct(clusterAgree, { refreshes: [...groupReads, clusterMembers] })
  const form = useZodForm({
    schema: clusterSetLimits.input,
    initial: {
      memberId: member.memberId,
      monthLimitFen: member.monthLimitFen,
      approvalAboveFen: member.approvalAboveFen,
      projectLimits: member.projectLimits.map(({ rid, limitFen }) => ({ rid, limitFen })),
    },
    onSubmit: async ({ memberId, ...limits }) => {
      await (applied ? agree.submit({ memberId, limits }) : save.submit({ memberId, ...limits }))
      toast.success(applied ? `${nameOf(member)} 已加入` : '额度已保存')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={applied ? `通过 ${nameOf(member)} 的申请` : `${nameOf(member)} 的额度`}>
      <Form form={form} aria-label="额度">
        {applied ? (
          <p>通过后即可由课题组付款下单，不填额度即不限；额度以后可以修改。</p>
        ) : (
          <p>
            本月已用 <Money fen={member.usedFen} />
          </p>
        )}
        <LimitFields form={form} />
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {applied ? '通过' : '保存额度'}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
