import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { formatFen } from '../../../platform/money.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type RoleWire, staffRoleArchive, staffRoles } from '../roles/role-contract.ts'
import { limitKinds } from '../roles/role-rules.ts'
import { roles } from '../rules.ts'

export const placeOfRole = (key: string) => `/console/staff/roles/${key}`

/** Built-in and custom roles with how many people have them. */
export function RoleList() {
  const list = useCall(staffRoles, {})
  const [moving, setMoving] = useState<RoleWire>()
  const archive = useAct(staffRoleArchive, { refreshes: [staffRoles] })
  return (
    <>
      <Loaded of={list}>
        {(data) => (
          <Table
            caption="角色"
            hideCaption
            rows={data.list}
            rowKey={(row) => row.key}
            columns={columns((row) => setMoving(row))}
          />
        )}
      </Loaded>
      {moving && (
        <ConfirmDialog
          open
          onClose={() => setMoving(undefined)}
          onConfirm={async () => {
            await archive.submit({ id: Number(moving.key), archived: !moving.archived })
            toast.success(moving.archived ? '角色已重新启用' : '角色已停用')
          }}
          title={`${moving.archived ? '重新启用' : '停用'}角色：${moving.name}`}
          confirmLabel={moving.archived ? '启用' : '停用'}
          danger={!moving.archived}
        >
          <p>{moving.archived ? '启用后可以再分配给员工。' : '停用后不能再分配；仍有员工使用的角色不能停用。'}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function columns(onMove: (row: RoleWire) => void): Column<RoleWire>[] {
  return [
    {
      key: 'name',
      header: '角色',
      rowHeader: true,
      render: (row) => <SmartLink to={placeOfRole(row.key)}>{row.name}</SmartLink>,
    },
    {
      key: 'kind',
      header: '类型',
      render: (row) => (
        <StageBadge tone={row.builtIn ? 'neutral' : row.archived ? 'warn' : 'info'}>
          {row.builtIn ? '内置' : row.archived ? '已停用' : '自定义'}
        </StageBadge>
      ),
    },
    { key: 'base', header: '所属岗位', render: (row) => (row.builtIn ? '—' : roles[row.base]) },
    { key: 'people', header: '在用员工', align: 'end', render: (row) => <span className="num">{row.people}</span> },
    {
      key: 'actions',
      header: '权限',
      align: 'end',
      render: (row) => <span className="num">{row.actions.length}</span>,
    },
    {
      key: 'limits',
      header: '单日限额',
      render: (row) =>
        row.limits.map(({ kind, dayFen }) => `${limitKinds[kind]} ${formatFen(dayFen)}`).join('、') || '不限',
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) => (
        <Menu
          label="操作"
          name={`操作：${row.name}`}
          floating
          items={[
            { label: row.builtIn ? '查看与限额' : '修改', to: placeOfRole(row.key) },
            { label: '以此新建', to: `${placeOfRole('new')}?from=${row.key}` },
            { label: '停用', danger: true, onClick: () => onMove(row), hidden: row.builtIn || row.archived },
            { label: '重新启用', onClick: () => onMove(row), hidden: !row.archived },
          ]}
        />
      ),
    },
  ]
}
