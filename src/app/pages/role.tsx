import { useParams, useSearchParams } from 'react-router'
import { RoleForm } from '../../core/staff/console/role-form.tsx'
import { RoleLimits } from '../../core/staff/console/role-limits.tsx'
import { actionAreas } from '../../core/staff/roles/action-rules.ts'
import { type RoleWire, staffRoles } from '../../core/staff/roles/role-contract.ts'
import type { Acting } from '../../core/staff/rules.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { NotFoundState } from '../../ui/feedback/states.tsx'
import { consoleNav } from '../layouts/console-nav.ts'

export const meta = () => [{ title: '角色 · 明析科测后台' }]

const crumbs = [
  { label: '员工与角色', to: '/console/staff' },
  { label: '角色与权限', to: '/console/staff/roles' },
]

/** One role: what it may do, its limits, and the menu that its people see. */
export default function RolePage() {
  const { key = 'new' } = useParams()
  const [search] = useSearchParams()
  const list = useCall(staffRoles, {})
  return (
    <Loaded of={list}>
      {(data) => {
        const role = data.list.find((each) => each.key === key)
        if (key === 'new') {
          const from = data.list.find((each) => each.key === search.get('from'))
          return (
            <div className="stack">
              <PageHeader title="新建角色" crumbs={[...crumbs, { label: '新建角色' }]} />
              <RoleForm key={from?.key ?? 'empty'} from={from} Preview={MenuOf} />
            </div>
          )
        }
        if (!role)
          return (
            <NotFoundState title="没有这个角色" action={{ label: '全部角色', to: '/console/staff/roles' }}>
              它可能从未存在。
            </NotFoundState>
          )
        return <OneRole role={role} />
      }}
    </Loaded>
  )
}

function OneRole({ role }: { role: RoleWire }) {
  return (
    <div className="stack">
      <PageHeader
        title={role.name}
        sub={role.builtIn ? '内置角色不能修改，可以用作新角色的起点' : `${role.people} 位员工使用，修改立即生效`}
        crumbs={[...crumbs, { label: role.name }]}
        actions={<ButtonLink to={`/console/staff/roles/new?from=${role.key}`}>以此新建</ButtonLink>}
      />
      {role.builtIn ? (
        <>
          <Card title="权限">
            <ActionNames actions={role.actions} />
          </Card>
          <Card title="此角色看到的菜单">
            <MenuOf person={{ role: role.base, actions: null }} />
          </Card>
        </>
      ) : (
        <RoleForm key={role.key} role={role} Preview={MenuOf} />
      )}
      <RoleLimits key={`limits:${role.key}`} role={role} />
    </div>
  )
}

function ActionNames({ actions }: { actions: readonly string[] }) {
  return (
    <dl className="stack">
      {actionAreas.map((area) => {
        const own = Object.entries(area.actions).filter(([action]) => actions.includes(action))
        return (
          own.length > 0 && (
            <div key={area.label}>
              <dt>
                <strong>{area.label}</strong>
              </dt>
              <dd style={{ margin: 0 }}>{own.map(([, text]) => text).join('、')}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}

/** The menu of the console as a person with these rights sees it. */
function MenuOf({ person }: { person: Acting }) {
  return (
    <ul className="stack" style={{ listStyle: 'none', padding: 0, margin: 0 }} aria-label="菜单">
      {consoleNav(person).map(({ head, items }) => (
        <li key={head ?? ''}>
          <strong>{head ?? '首页'}</strong>：{items.map(({ label }) => label).join('、')}
        </li>
      ))}
    </ul>
  )
}
