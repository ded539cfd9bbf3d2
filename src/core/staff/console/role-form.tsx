import type { ComponentType } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CheckboxGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { actionAreas } from '../roles/action-rules.ts'
import { staffList } from '../manage-contract.ts'
import { type RoleWire, staffRoles, staffRoleSave } from '../roles/role-contract.ts'
import { alwaysHeld, completed, neverGranted, secondPersonNotes } from '../roles/role-rules.ts'
import { type Acting, roles } from '../rules.ts'
import css from './role-form.module.css'

const bases = Object.entries(roles).map(([value, label]) => ({ value, label }))
const choosable = (action: string) => ![...alwaysHeld, ...neverGranted].some((each) => each === action)

/** `role` is changed; without it a new role begins with what `from` has. */
export function RoleForm({
  role,
  from,
  Preview,
}: {
  role?: RoleWire
  from?: RoleWire | undefined
  /** Shows what a person with these rights sees. */
  Preview: ComponentType<{ person: Acting }>
}) {
  const save = useAct(staffRoleSave, { refreshes: [staffRoles, staffList] })
  const navigate = useNavigate()
  const start = role ?? from
  const form = useZodForm({
    schema: staffRoleSave.input,
    initial: {
      id: role ? Number(role.key) : null,
      version: role?.version ?? 0,
      name: role?.name ?? '',
      note: role?.note ?? '',
      base: start?.base ?? 'manager',
      actions: (start?.actions ?? []).filter(choosable),
    },
    onSubmit: async (input) => {
      const { key } = await save.submit(input)
      toast.success(role ? '角色已修改，对使用它的员工立即生效' : '角色已新建，可在“员工与角色”中分配')
      if (role) form.reset({ ...input, version: input.version + 1 })
      else void navigate(`/console/staff/roles/${key}`, { replace: true })
    },
  })
  const chosen = form.values.actions ?? []
  const held = completed(chosen)
  return (
    <Form form={form} aria-label="角色">
      <FormRow>
        <Field label="角色名称" of={form.at('name')} required>
          <TextInput maxLength={20} />
        </Field>
        <Field
          label="所属岗位"
          of={form.at('base')}
          required
          hint="决定收到哪些待办提醒、能用哪些共享视图、可由谁代班；不增加权限"
        >
          <Select options={bases} />
        </Field>
      </FormRow>
      <Field label="说明" of={form.at('note')}>
        <TextArea rows={2} maxLength={200} />
      </Field>
      <Field
        label="权限"
        of={form.at('actions')}
        as="group"
        hint="勾选后立即在下方看到菜单；查看类权限会随操作自动补齐"
      >
        <p className="num" aria-live="polite">
          已选 {held.length} 项
        </p>
      </Field>
      <div className={css.areas}>
        {actionAreas.map((area) => (
          <AreaField
            key={area.label}
            label={area.label}
            actions={area.actions}
            chosen={chosen}
            onChosen={(next) => form.set('actions', next)}
          />
        ))}
      </div>
      {secondPersonNotes(held).map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Card title="此角色看到的菜单">
        <Preview person={{ role: form.values.base ?? 'manager', actions: held }} />
      </Card>
      <FormActions>
        <ButtonLink to="/console/staff/roles">返回</ButtonLink>
        <Button type="submit" variant="primary" busy={form.busy}>
          {role ? '保存' : '新建'}
        </Button>
      </FormActions>
    </Form>
  )
}

interface AreaProps {
  label: string
  actions: Partial<Record<string, string>>
  chosen: readonly string[]
  onChosen: (actions: string[]) => void
}

/** The actions of an area; the others stay as they are. */
function AreaField({ label, actions, chosen, onChosen }: AreaProps) {
  const options = Object.entries(actions)
    .filter(([action]) => choosable(action))
    .map(([value, text]) => ({ value, label: text ?? value }))
  const own = options.map(({ value }) => value)
  const others = chosen.filter((action) => !own.includes(action))
  const isWhole = own.every((action) => chosen.includes(action))
  if (options.length === 0) return null
  return (
    <Card
      title={label}
      actions={
        <Button
          variant="quiet"
          size="s"
          aria-label={`${isWhole ? '清空' : '全选'}“${label}”`}
          onClick={() => onChosen(isWhole ? others : [...others, ...own])}
        >
          {isWhole ? '清空' : '全选'}
        </Button>
      }
    >
      <Field label={label} hideLabel as="group">
        <CheckboxGroup
          options={options}
          value={chosen.filter((action) => own.includes(action))}
          onValue={(mine) => onChosen([...others, ...mine])}
        />
      </Field>
    </Card>
  )
}
