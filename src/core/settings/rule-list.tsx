import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { StageBadge } from '../../ui/text/tag.tsx'
import { type Dated, ruleAt } from './dated-rules.ts'

/** Rules with effect from a day, the latest first: those to come can be removed, those that were in force stay. */
export function RuleList<R extends Dated>({
  rules,
  today,
  words,
  mayChange,
  onDrop,
}: {
  rules: readonly R[]
  today: string
  words: (rule: R) => ReactNode
  mayChange: boolean
  onDrop: (from: string) => Promise<unknown>
}) {
  const [dropping, setDropping] = useState<string>()
  const now = ruleAt(rules, today)
  if (rules.length === 0)
    return (
      <EmptyState title="还没有规则" icon="info">
        添加第一条规则后，从其生效日期起执行。
      </EmptyState>
    )
  return (
    <>
      <Table
        caption="规则"
        hideCaption
        rows={rules.toSorted((a, b) => (a.from < b.from ? 1 : -1))}
        rowKey={(rule) => rule.from}
        columns={[
          {
            key: 'from',
            header: '生效日期',
            rowHeader: true,
            render: (rule) => <span className="num">{rule.from}</span>,
          },
          { key: 'words', header: '内容', cardLabel: '', render: (rule) => words(rule) },
          {
            key: 'state',
            header: '状态',
            render: (rule) => (
              <StageBadge tone={rule === now ? 'ok' : rule.from > today ? 'info' : 'neutral'}>
                {rule === now ? '生效中' : rule.from > today ? '未生效' : '已结束'}
              </StageBadge>
            ),
          },
          {
            key: 'acts',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (rule) =>
              mayChange &&
              rule.from > today && (
                <Button size="s" aria-label={`删除 ${rule.from} 的规则`} onClick={() => setDropping(rule.from)}>
                  删除
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={dropping !== undefined}
        onClose={() => setDropping(undefined)}
        onConfirm={() => dropping && onDrop(dropping)}
        title="删除规则"
        confirmLabel="删除"
        danger
      >
        <p>删除 {dropping} 起的规则，之前的规则继续生效。</p>
      </ConfirmDialog>
    </>
  )
}
