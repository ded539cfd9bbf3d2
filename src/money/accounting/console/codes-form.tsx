import { useAct } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffAccountCodes, staffAccountCodesSave } from '../contract.ts'
import { TAX, USUAL_TAX_CODE, type UsualAccount } from '../rules.ts'

export function CodesForm({ data, onClose }: { data: OutputOf<typeof staffAccountCodes>; onClose: () => void }) {
  const save = useAct(staffAccountCodesSave, { refreshes: [staffAccountCodes] })
  const form = useZodForm({
    schema: staffAccountCodesSave.input,
    initial: { codes: data.list.map(({ account, code, name }) => ({ account: account as UsualAccount, code, name })) },
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success('科目已保存，以后的导出使用新科目')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="修改科目">
      {data.list.map((row, index) => (
        <FormRow key={row.account}>
          <Field
            label={`${row.label} 科目编码`}
            of={form.at(`codes.${index}.code`)}
            {...(row.account === TAX ? { hint: `留空不分出；常用 ${USUAL_TAX_CODE}` } : {})}
          >
            <TextInput autoComplete="off" />
          </Field>
          <Field label={`${row.label} 科目名称`} of={form.at(`codes.${index}.name`)}>
            <TextInput autoComplete="off" maxLength={40} />
          </Field>
        </FormRow>
      ))}
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}
