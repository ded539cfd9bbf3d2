import { RoleList } from '../../core/staff/console/role-list.tsx'
import { roleMayAct, type Role, roles, type StaffAction } from '../../core/staff/rules.ts'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { Icon } from '../../ui/text/icon.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { consolePages } from '../console-pages.ts'

export const meta = () => [{ title: '角色与权限 · 明析科测后台' }]

const roleNames = Object.keys(roles) as Role[]

interface PageRow {
  to: string
  label: string
  group: string
  action: StaffAction
}

const rows: PageRow[] = consolePages.flatMap(({ head = '首页', pages }) =>
  pages.flatMap(({ path, menu }) =>
    menu
      ? [{ to: path === '' ? '/console' : `/console/${path}`, group: head, label: menu.label, action: menu.action }]
      : [],
  ),
)

/** The roles, and which pages each built-in one finds in its menu, from the same table that the menu and the server use. */
export default function RolePages() {
  return (
    <div className="stack">
      <PageHeader
        title="角色与权限"
        sub="内置角色按岗位固定；自定义角色由权限组合而成，由服务器在每次操作时判断"
        crumbs={[{ label: '员工与角色', to: '/console/staff' }, { label: '角色与权限' }]}
        actions={
          <ButtonLink to="/console/staff/roles/new" variant="primary" icon="plus">
            新建角色
          </ButtonLink>
        }
      />
      <RoleList />
      <h2>内置角色能看到的页面</h2>
      <Table caption="内置角色能看到的页面" hideCaption rows={rows} rowKey={(row) => row.to} columns={columns} />
    </div>
  )
}

const columns: Column<PageRow>[] = [
  { key: 'group', header: '菜单', render: (row) => row.group },
  { key: 'page', header: '页面', rowHeader: true, render: (row) => <SmartLink to={row.to}>{row.label}</SmartLink> },
  ...roleNames.map((role): Column<PageRow> => ({
    key: role,
    header: roles[role],
    align: 'center',
    // The icon is a block, which no text alignment moves.
    render: (row) =>
      roleMayAct(role, row.action) ? (
        <span style={{ display: 'inline-block' }}>
          <Icon name="check" size={18} label="可见" />
        </span>
      ) : (
        '—'
      ),
  })),
]
