import { useState } from 'react'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffTieClear } from '../contract.ts'
import { type StaffTie, staffTies, tieIndex } from '../list-contract.ts'
import { tieFlags } from '../rules.ts'
import { InviteRulesDialog } from './invite-rules-dialog.tsx'

export const meta = () => [{ title: '邀请关系 · 明析科测' }]

export default function ConsoleInvitations() {
  const { may } = useStaff()
  const [target, setTarget] = useState<StaffTie>()
  const [rules, setRules] = useState(false)
  const clear = useAct(staffTieClear, { refreshes: [staffTies] })
  return (
    <div className="stack">
      <PageHeader
        title="邀请关系"
        sub="谁邀请了谁；同一设备注册的邀请不计奖励，核实后可恢复"
        actions={
          <Button icon="edit" onClick={() => setRules(true)}>
            奖励规则
          </Button>
        }
      />
      <IndexList
        index={tieIndex}
        call={staffTies}
        looks={looks}
        more={may('invite.clear') ? [actColumn(setTarget)] : []}
        empty={<EmptyState title="还没有邀请" icon="users" />}
      />
      <ConfirmDialog
        open={target !== undefined}
        onClose={() => setTarget(undefined)}
        onConfirm={async ({ reason }) => {
          if (!target) return
          await clear.submit({ id: target.id, reason })
          toast.success('已核实，此后照常计奖励')
        }}
        title="核实邀请"
        confirmLabel="确认无误"
        reason={{ label: '核实说明', required: true }}
      >
        {target && (
          <p>
            {target.inviterName}（{target.inviterPhone}）邀请 {target.friendName || '未填写姓名'}（{target.friendPhone}
            ）：
            {target.flag && tieFlags[target.flag]}。确认是两位不同的客户后，首单奖励与推广返利照常计算，不能撤销。
          </p>
        )}
      </ConfirmDialog>
      {rules && <InviteRulesDialog onClose={() => setRules(false)} />}
    </div>
  )
}

const tones: Record<StaffTie['state'], Tone> = { earns: 'ok', flagged: 'warn', cleared: 'info' }

const looks: IndexListProps<StaffTie, keyof typeof tieIndex.fields>['looks'] = {
  inviter: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <span>
        {row.inviterName} <span className="num">{row.inviterPhone}</span>
      </span>
    ),
  },
  friend: {
    line: 2,
    render: (row) => (
      <span>
        {row.friendName || '未填写姓名'} <span className="num">{row.friendPhone}</span>
      </span>
    ),
  },
  state: {
    line: 1,
    render: (row) => <StageBadge tone={tones[row.state]}>{tieIndex.fields.state.options?.[row.state]}</StageBadge>,
  },
}

function actColumn(onClear: (row: StaffTie) => void): Column<StaffTie> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) =>
      row.state === 'flagged' && (
        <Button size="s" aria-label={`核实 ${row.inviterName} 邀请 ${row.friendPhone}`} onClick={() => onClear(row)}>
          核实
        </Button>
      ),
  }
}
