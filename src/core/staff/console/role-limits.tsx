import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { MoneyInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type RoleWire, staffRoleLimits, staffRoles } from '../roles/role-contract.ts'
import { type LimitKind, limitKinds, limitsOf } from '../roles/role-rules.ts'

/** What one person of the role may decide alone on one day. */
export function RoleLimits({ role }: { role: RoleWire }) {
  const save = useAct(staffRoleLimits, { refreshes: [staffRoles] })
  const kinds = limitsOf(role.actions)
  const [typed, setTyped] = useState<Partial<Record<LimitKind, number | undefined>>>(
    Object.fromEntries(role.limits.map(({ kind, dayFen }) => [kind, dayFen])),
  )
  const [failure, setFailure] = useState('')
  if (kinds.length === 0)
    return (
      <Card title="单日限额">
        <p>此角色没有涉及金额的权限。</p>
      </Card>
    )
  const wrong = kinds.some((kind) => Number.isNaN(typed[kind]))
  const send = async () => {
    setFailure('')
    const limits = kinds.flatMap((kind) => {
      const dayFen = typed[kind]
      return dayFen === undefined ? [] : [{ kind, dayFen }]
    })
    try {
      await save.submit({ key: role.key, limits })
      toast.success('限额已保存，立即生效')
    } catch (error) {
      setFailure((error as Error).message)
    }
  }
  return (
    <Card title="单日限额">
      <form
        className="stack"
        aria-label="单日限额"
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) void send()
        }}
      >
        <p>
          每位员工每天各自累计。超出的业务须由另一位限额足够的同事复核；没有复核步骤的业务会被拒绝，并提示可以处理的同事。留空为不限。
        </p>
        {kinds.map((kind) => (
          <Field
            key={kind}
            label={limitKinds[kind]}
            {...(Number.isNaN(typed[kind]) ? { error: '请输入金额，最多两位小数' } : {})}
          >
            <MoneyInput
              value={typed[kind] ?? null}
              onValue={(fen) => setTyped((before) => ({ ...before, [kind]: fen }))}
            />
          </Field>
        ))}
        {failure && <p role="alert">{failure}</p>}
        <div className="cluster">
          <Button type="submit" variant="primary" busy={save.busy}>
            保存限额
          </Button>
        </div>
      </form>
    </Card>
  )
}
