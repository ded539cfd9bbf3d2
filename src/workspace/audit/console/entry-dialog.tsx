import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import type { AuditEntry } from '../list-contract.ts'
import { actorKinds, auditGroups, type Change } from '../rules.ts'
import css from './audit.module.css'

/** One row with everything that is stored. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry | undefined; onClose: () => void }) {
  return (
    <Dialog open={entry !== undefined} onClose={onClose} title={entry?.actionName ?? ''} size="l" light>
      {entry && (
        <div className="stack">
          <DescriptionList
            items={[
              { term: '时间', value: <span className="num">{entry.at}</span> },
              { term: '操作人', value: `${entry.who} ${actorKinds[entry.kind]}`.trim() },
              { term: '类别', value: auditGroups[entry.group] },
              { term: '对象', value: <Subject entry={entry} /> },
              { term: 'IP', value: entry.ip },
              { term: '原因', value: entry.reason },
              { term: '内部名称', value: `${entry.action} · ${entry.subject}` },
              { term: '请求编号', value: entry.requestId },
              { term: '记录号', value: <span className="num">{entry.id}</span> },
              {
                term: '校验链',
                value: entry.sealed ? (
                  <StageBadge tone="ok">已封存</StageBadge>
                ) : (
                  <StageBadge tone="info">等待封存</StageBadge>
                ),
              },
            ]}
          />
          <Table
            caption={hasBefore(entry) ? '变化' : '内容'}
            columns={hasBefore(entry) ? [field, before, after] : [field, after]}
            rows={entry.changes}
            rowKey={(row) => row.field}
            empty="没有附带内容"
          />
        </div>
      )}
    </Dialog>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  if (entry.subjectTo === '') return entry.subjectName || '—'
  return <SmartLink to={entry.subjectTo}>{entry.subjectName}</SmartLink>
}

const hasBefore = (entry: AuditEntry) => entry.changes.some(({ before: old }) => old !== '')

const field: Column<Change> = { key: 'field', header: '项目', rowHeader: true, render: (row) => row.field }
const before: Column<Change> = {
  key: 'before',
  header: '之前',
  render: (row) => <span className={css.value}>{row.before || '—'}</span>,
}
const after: Column<Change> = {
  key: 'after',
  header: '之后',
  render: (row) => <span className={css.value}>{row.after || '—'}</span>,
}
