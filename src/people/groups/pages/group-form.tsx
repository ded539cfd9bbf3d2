import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { clusterAdd, clusterAll, clusterDetail, clusterEdit, clusterJoined, type GroupCard } from '../contract.ts'
import { clusterActing } from '../acting/acting-contract.ts'
import { type GroupKind, groupKinds } from '../rules.ts'

const kinds = (Object.keys(groupKinds) as GroupKind[]).map((value) => ({ value, label: groupKinds[value] }))
export const groupReads = [clusterAll, clusterDetail, clusterJoined, clusterActing]

/** Founds a group, or changes `group`. One that was refused is handed in again. */
export function GroupForm({ group, onClose }: { group?: GroupCard; onClose: () => void }) {
  const add = useAct(clusterAdd, { refreshes: groupReads })
  const edit = useAct(clusterEdit, { refreshes: groupReads })
  const fixed = group?.stage === 'verified'
  const form = useZodForm({
    schema: clusterAdd.input,
    initial: {
      name: group?.name ?? '',
      unit: group?.unit ?? '',
      kind: group?.kind ?? 'institute',
      note: group?.note ?? '',
    },
    onSubmit: async (input) => {
      if (group) await edit.submit({ ...input, groupNo: group.groupNo })
      else await add.submit(input)
      toast.success(group && group.stage !== 'refused' ? '已保存' : '已提交核验，结果会通知您')
      onClose()
    },
  })
  return (
    <FormDialog open onClose={onClose} title={group ? '修改课题组' : '创建课题组'}>
      <Form form={form} aria-label="课题组">
        <Field label="课题组名称" of={form.at('name')} required hint="成员与发票经办人看到的名称，如“王建国课题组”">
          <TextInput maxLength={40} />
        </Field>
        <Field
          label="单位"
          of={form.at('unit')}
          required
          hint={fixed ? '已通过核验，如需变更请联系客户经理' : '学校与学院，或公司全称，由客户经理核验'}
        >
          <TextInput maxLength={60} readOnly={fixed} />
        </Field>
        {!fixed && (
          <Field label="类型" of={form.at('kind')} as="group" required hint="决定价格与付款方式，核验后不能修改">
            <RadioGroup options={kinds} />
          </Field>
        )}
        <Field label="说明" of={form.at('note')} hint="供核验参考，如负责人主页、公司网址">
          <TextArea rows={3} maxLength={200} />
        </Field>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            {group ? '保存' : '提交核验'}
          </Button>
        </FormActions>
      </Form>
    </FormDialog>
  )
}
