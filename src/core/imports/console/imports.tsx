import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { IndexList, type IndexListProps } from '../../list-page/index-list.tsx'
import type { StaffAction } from '../../staff/rules.ts'
import { useStaff } from '../../staff/me.tsx'
import { importKinds } from '../contract.ts'
import { importIndex, importList, type ImportRun } from '../list-contract.ts'
import { stageTones } from '../stage-tones.ts'
import { StartDialog } from './start-dialog.tsx'

export const meta = () => [{ title: '数据导入 · 明析科测后台' }]

/** Imports that the pages of their lists have of their own. */
const elsewhere: { label: string; to: string; action: StaffAction }[] = [
  { label: '项目价格', to: '/console/projects', action: 'project.price' },
  { label: '银行流水', to: '/console/bank', action: 'bank.import' },
  { label: '开票结果', to: '/console/invoices', action: 'invoice.issue' },
]

/** Runs of imports with their state, and the way to a new one. */
export default function Imports() {
  const { may } = useStaff()
  const [starting, setStarting] = useState(false)
  const kinds = useCall(importKinds, {})
  const mayStart = (kinds.data?.kinds.length ?? 0) > 0
  const others = elsewhere.filter(({ action }) => may(action))
  return (
    <div className="stack">
      <PageHeader
        title="数据导入"
        sub="下载模板、填写、上传核对，确认后才写入；写入后 30 天内可以撤销"
        actions={
          mayStart && (
            <Button variant="primary" icon="upload" onClick={() => setStarting(true)}>
              新建导入
            </Button>
          )
        }
      />
      {others.length > 0 && (
        <p className="cluster">
          在各自页面的导入：
          {others.map(({ label, to }) => (
            <SmartLink key={to} to={to}>
              {label}
            </SmartLink>
          ))}
        </p>
      )}
      <IndexList
        index={importIndex}
        call={importList}
        looks={looks}
        refetchSeconds={10}
        empty={
          <EmptyState title="还没有导入" icon="upload">
            {mayStart ? '点「新建导入」，先下载模板。' : '可在上面列出的页面导入。'}
          </EmptyState>
        }
      />
      {starting && kinds.data && <StartDialog kinds={kinds.data.kinds} onClose={() => setStarting(false)} />}
    </div>
  )
}

const looks: IndexListProps<ImportRun, keyof typeof importIndex.fields>['looks'] = {
  no: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/imports/${row.id}`} className="num" aria-label={`打开导入 ${row.id}`}>
        {row.id}
      </SmartLink>
    ),
  },
  kind: { line: 1 },
  file: { line: 2 },
  stage: { line: 1, render: (row) => <StageBadge tone={stageTones[row.stage]}>{row.stageName}</StageBadge> },
  created: { line: 2 },
}
