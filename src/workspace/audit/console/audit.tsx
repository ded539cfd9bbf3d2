import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { withoutThisYear } from '../../../ui/text/day-text.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { type AuditEntry, auditIndex, staffAuditChain, staffAuditList } from '../list-contract.ts'
import { actorKinds, changeText } from '../rules.ts'
import css from './audit.module.css'
import { EntryDialog } from './entry-dialog.tsx'

export const meta = () => [{ title: '操作日志 · 明析科测后台' }]

/** Who did what, from where, and what it was before and after. */
export default function Audit() {
  const [shown, setShown] = useState<AuditEntry>()
  return (
    <>
      <PageHeader title="操作日志" sub="谁在何时从哪里做了什么，前后有何变化；只增不改" actions={<ChainEnd />} />
      <IndexList
        index={auditIndex}
        call={staffAuditList}
        looks={looks}
        tabs={{ after: [{ to: '/console/sign-ins', label: '登录日志' }] }}
        more={[openColumn(setShown)]}
      />
      <EntryDialog entry={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

/** The end of the chain of hashes. Kept elsewhere, it shows later whether the log was made again. */
function ChainEnd() {
  const { data } = useCall(staffAuditChain, {}, { refetchSeconds: 60 })
  if (!data) return null
  if (data.sealedAt === null) return <span className={css.chain}>校验链尚未开始</span>
  return (
    <span className={css.chain}>
      <span>
        校验链 <span className="num">{data.links.toLocaleString('zh-CN')}</span> 环，封存于{' '}
        <span className="num">{data.sealedAt.slice(0, 16)}</span>
      </span>
      <CopyButton text={`${data.links}:${data.hash}`} aria-label="复制校验值">
        复制校验值
      </CopyButton>
    </span>
  )
}

const looks: IndexListProps<AuditEntry, keyof typeof auditIndex.fields>['looks'] = {
  at: { line: 2, render: (row) => <span className="num">{withoutThisYear(row.at)}</span> },
  who: {
    line: 1,
    render: (row) => (
      <span className={css.who}>
        {row.who === '' ? actorKinds[row.kind] : row.who}
        {row.kind === 'customer' && <Tag>客户</Tag>}
      </span>
    ),
  },
  action: { line: 1, rowHeader: true },
  subject: {
    line: 2,
    words: true,
    render: (row) =>
      row.subjectTo === '' ? row.subjectName || '—' : <SmartLink to={row.subjectTo}>{row.subjectName}</SmartLink>,
  },
  change: { words: true, render: (row) => <span className={css.change}>{changeText(row.changes) || '—'}</span> },
  reason: { words: true, render: (row) => <span className={css.change}>{row.reason || '—'}</span> },
  ip: { render: (row) => <span className="num">{row.ip || '—'}</span> },
}

const openColumn = (onOpen: (row: AuditEntry) => void): Column<AuditEntry> => ({
  key: 'open',
  header: '详情',
  line: 1,
  render: (row) => (
    <Button
      size="s"
      variant="quiet"
      aria-label={`查看 ${row.at} ${row.who} ${row.actionName}`}
      onClick={() => onOpen(row)}
    >
      查看
    </Button>
  ),
})
