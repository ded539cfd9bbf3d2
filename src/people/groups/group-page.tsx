import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { AuditLink } from '../../core/staff/audit-link.tsx'
import { useStaff } from '../../core/staff/me.tsx'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { MoneyInput } from '../../ui/inputs/input.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Money } from '../../ui/text/money.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PagedTable } from '../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import type { Column } from '../../ui/tables/table.tsx'
import { LinkTabs } from '../../ui/layout/tabs.tsx'
import { StageBadge } from '../../ui/text/tag.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useAddress } from '../../ui/tables/use-address.ts'
import { staffGroupList } from './list-contract.ts'
import { staffGroupDetail, staffGroupMembers, staffGroupRefuse, staffGroupVerify } from './staff-contract.ts'
import { stageTones } from './stage-tones.ts'
import { minuteText } from '../../ui/text/day-text.ts'

type Detail = OutputOf<typeof staffGroupDetail>
type StaffMember = OutputOf<typeof staffGroupMembers>['list'][number]
const parts = ['joined', 'ended'] as const
const refreshes = [staffGroupDetail, staffGroupList]

interface Props {
  /** What slices above know of the group. */
  renderBeside: (groupNo: string) => ReactNode
}

export function GroupPage({ renderBeside }: Props) {
  const group = useCall(staffGroupDetail, { groupNo: useParams().groupNo ?? '' })
  return <Loaded of={group}>{(data) => <Group group={data}>{renderBeside(data.groupNo)}</Group>}</Loaded>
}

function Group({ group, children }: { group: Detail; children: ReactNode }) {
  const { may } = useStaff()
  const customer = (id: number | null, text: string) =>
    id !== null && may('customer.read') ? <SmartLink to={`/console/customers/${id}`}>{text}</SmartLink> : text
  return (
    <div className="stack">
      <PageHeader
        title={group.name}
        crumbs={[{ label: '课题组', to: '/console/groups' }, { label: group.name }]}
        badge={<StageBadge tone={stageTones[group.stage]}>{group.stageLabel}</StageBadge>}
        actions={
          <>
            <AuditLink of={group.groupNo} />
            <Decide group={group} />
          </>
        }
      />
      <Card title="课题组资料">
        <DescriptionList
          items={[
            { term: '编号', value: <span className="num">{group.groupNo}</span> },
            { term: '单位', value: group.unit },
            { term: '类型', value: group.kindLabel },
            { term: '说明', value: group.note || '—' },
            {
              term: '所有者',
              value: (
                <>
                  {customer(group.ownerId, group.ownerName)} <span className="num">{group.ownerPhone}</span>
                  {group.ownerCompany && `，${group.ownerCompany}`}
                </>
              ),
            },
            { term: '两步验证', value: group.needsFactor ? '要求成员开启' : '未要求' },
            { term: '账户', value: customer(group.accountId, '课题组的余额、订单与发票') },
            {
              term: '订单',
              value: (
                <SmartLink to={`/console/orders?${new URLSearchParams({ tab: 'all', payer: `#${group.accountId}` })}`}>
                  查看课题组的订单
                </SmartLink>
              ),
            },
          ]}
        />
      </Card>
      <Card title="核验记录">
        <ul className="prose" style={{ paddingInlineStart: '1.25em' }}>
          {group.history.map(({ at, action, by, reason }) => (
            <li key={at + action}>
              <span className="num">{minuteText(at)}</span> {by} {action}
              {reason && `：${reason}`}
            </li>
          ))}
        </ul>
      </Card>
      <Members groupNo={group.groupNo} />
      {children}
    </div>
  )
}

function Decide({ group }: { group: Detail }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'verify' | 'refuse'>()
  const [creditFen, setCreditFen] = useState<number>()
  const close = () => setOpen(undefined)
  const { groupNo, version } = group
  const verify = useAct(staffGroupVerify, { refreshes, onDone: () => toast.success('已通过核验，所有者会收到通知') })
  const refuse = useAct(staffGroupRefuse, { refreshes, onDone: () => toast.success('已退回，所有者会看到原因') })
  if (group.stage !== 'pending') return null
  return (
    <span className="cluster">
      {may('group.refuse') && <Button onClick={() => setOpen('refuse')}>不予通过</Button>}
      {may('group.verify') && (
        <Button variant="primary" onClick={() => setOpen('verify')}>
          通过核验
        </Button>
      )}
      <ConfirmDialog
        open={open === 'verify'}
        onClose={close}
        onConfirm={() => verify.submit({ groupNo, version, creditFen: creditFen ?? null })}
        title="通过核验"
        confirmLabel="通过"
      >
        <p>
          确认「{group.unit}」属实，且 {group.ownerName} 有权代表。通过后按{group.kindLabel}
          计价，单位与类型不能再修改。
        </p>
        {group.kind === 'institute' && (
          <Field label="信用额度" hint="不填则按设置开通，0 为不开通；更高的额度由课题组之后提交额度申请">
            <MoneyInput value={creditFen ?? null} onValue={setCreditFen} />
          </Field>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'refuse'}
        onClose={close}
        onConfirm={({ reason }) => refuse.submit({ groupNo, version, reason })}
        title="不予通过"
        confirmLabel="退回"
        reason={{ label: '原因（所有者可见）', required: true }}
      />
    </span>
  )
}

function Members({ groupNo }: { groupNo: string }) {
  const address = useAddress()
  const part = address.oneOf('part', parts)
  const list = useCall(staffGroupMembers, { groupNo, part, page: address.page })
  return (
    <>
      <LinkTabs
        label="成员"
        tabs={parts.map((key) => ({
          to: address.href({ part: key }),
          label: key === 'joined' ? '成员' : '历史成员',
          current: key === part,
        }))}
      />
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        caption="成员"
        columns={part === 'joined' ? joinedColumns : endedColumns}
        rowKey={(row) => String(row.memberId)}
        empty={<EmptyState title="没有记录" icon="users" />}
      />
    </>
  )
}

const who: Column<StaffMember> = {
  key: 'name',
  header: '姓名',
  rowHeader: true,
  render: (row) => (
    <span>
      {row.name || '—'} <span className="num">{row.phone}</span>
    </span>
  ),
}
const company: Column<StaffMember> = { key: 'company', header: '单位', render: (row) => row.company || '—' }
const at: Column<StaffMember> = {
  key: 'at',
  header: '时间',
  render: (row) => <span className="num">{minuteText(row.at)}</span>,
}
const endedColumns: Column<StaffMember>[] = [
  who,
  { key: 'stage', header: '状态', render: (row) => <StageBadge>{row.stageLabel}</StageBadge> },
  at,
]
const joinedColumns: Column<StaffMember>[] = [
  who,
  company,
  { key: 'role', header: '角色', render: (row) => row.roleLabel },
  { key: 'used', header: '本月已用', align: 'end', render: (row) => <Money fen={row.usedFen} /> },
  {
    key: 'limit',
    header: '每月额度',
    align: 'end',
    render: (row) => (row.monthLimitFen === null ? '不限' : <Money fen={row.monthLimitFen} />),
  },
  {
    key: 'approval',
    header: '需审批',
    align: 'end',
    render: (row) =>
      row.approvalAboveFen === null ? (
        '否'
      ) : (
        <>
          超过 <Money fen={row.approvalAboveFen} />
        </>
      ),
  },
]
