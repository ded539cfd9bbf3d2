import { RegionPicker } from '../../core/regions/region-picker.tsx'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { RadioGroup } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { userUpdateProfile } from '../../people/customers/profile-contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import css from './profile-form.module.css'
import { profileLabels } from '../../people/customers/profile-rules.ts'

export type Me = OutputOf<typeof userInfo>['userInfo']

const types = [
  { value: 0, label: '学生', note: '先测后付' },
  { value: 3, label: '老师', note: '先测后付' },
  { value: 1, label: '个人', note: '预付后检测' },
  { value: 2, label: '企业', note: '报价、合同、预付' },
]

/** The fields of the profile, for the dialog after the first sign-in and for the page. */
export function ProfileForm({ me, onSaved }: { me: Me; onSaved: () => void }) {
  const act = useAct(userUpdateProfile, { refreshes: [userInfo] })
  const form = useZodForm({
    schema: userUpdateProfile.input,
    initial: {
      name: me.name,
      email: me.email,
      organization: me.organization,
      company: me.company,
      teacher: me.teacher,
      teacher_phone: me.teacher_phone,
      teacher_mail: me.teacher_mail,
      address_code: me.address_code,
      address: me.address,
    },
    onSubmit: async (input) => {
      await act.submit(input)
      onSaved()
    },
  })
  const student = form.values.organization === 0
  // Once it is saved, a new e-mail address needs a code, as the server requires.
  const emailStands = me.profileComplete && me.email !== ''
  const emailHint = emailStands ? '检测数据会同时发到这里；更换请用“更换邮箱”' : '检测数据会同时发到这里'
  return (
    <Form form={form} aria-label="资料认证">
      <FormRow>
        <Field label={profileLabels.name} of={form.at('name')} required>
          <TextInput autoComplete="name" />
        </Field>
        <Field label={profileLabels.email} of={form.at('email')} required hint={emailHint}>
          <TextInput type="email" inputMode="email" autoComplete="email" readOnly={emailStands} />
        </Field>
      </FormRow>
      <Field
        label={profileLabels.organization}
        of={form.at('organization')}
        as="group"
        required
        hint={me.profileComplete ? '已认证，如需变更请联系客户经理' : '保存后不可自行更改'}
      >
        <div className={css.types}>
          <RadioGroup cards options={types} disabled={me.profileComplete} />
        </div>
      </Field>
      <Field label={profileLabels.company} of={form.at('company')} required>
        <TextInput autoComplete="organization" />
      </Field>
      {student && <TeacherFields form={form} />}
      <Field label={profileLabels.address_code} of={form.at('address_code')} as="group" required>
        <RegionPicker />
      </Field>
      <Field label={profileLabels.address} of={form.at('address')} required hint="街道、楼号、房间号">
        <TextInput autoComplete="street-address" />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}

function TeacherFields({ form }: { form: ReturnType<typeof useZodForm<(typeof userUpdateProfile)['input']>> }) {
  return (
    <FormRow>
      <Field label={profileLabels.teacher} of={form.at('teacher')} required>
        <TextInput autoComplete="off" />
      </Field>
      <Field label={profileLabels.teacher_phone} of={form.at('teacher_phone')}>
        <TextInput type="tel" autoComplete="off" />
      </Field>
      <Field label={profileLabels.teacher_mail} of={form.at('teacher_mail')}>
        <TextInput type="email" autoComplete="off" />
      </Field>
    </FormRow>
  )
}
