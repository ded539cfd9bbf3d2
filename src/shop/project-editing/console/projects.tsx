import { useState } from 'react'
import { useIndexAddress } from '../../../ui/index/use-index-address.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PriceFrom } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { projectIndex, type ProjectLine, staffProjectList } from '../../catalogue/project-list-contract.ts'
import { projectCopy } from '../../editing/copy-contract.ts'
import { PriceExport, PriceImportDialog } from './price-exchange.tsx'
import { openEditLabels, type ProjectState, projectStates } from '../../catalogue/project-list-rules.ts'

export const meta = () => [{ title: '检测项目 · 明析科测后台' }]

const tones: Record<ProjectState, Tone> = { onSale: 'ok', draft: 'warn', retired: 'neutral' }

const copy = bulkVerb<ProjectLine, typeof projectCopy>(projectCopy, ({ rid }) => ({ rid }), {
  label: '复制为草稿',
  text: (count) => `把 ${count} 个项目复制成新草稿；名称带「（副本）」，发布前访客看不到。`,
})

/** All projects of the catalogue: on sale, drafts and retired ones. */
export default function ProjectsPage() {
  const { may } = useStaff()
  const { query } = useIndexAddress(projectIndex)
  const [importing, setImporting] = useState(false)
  const { columns: _, ...filter } = query
  return (
    <div className="stack">
      <PageHeader
        title="检测项目"
        sub="介绍、样品要求、参数表单与价格在这里编辑；先存草稿，预览无误后发布"
        actions={
          <span className="cluster">
            <PriceExport filter={filter as never} format="xlsx" />
            <PriceExport filter={filter as never} format="csv" />
            {may('project.price') && (
              <Button icon="upload" onClick={() => setImporting(true)}>
                导入价格
              </Button>
            )}
            {may('catalogue.edit') && (
              <ButtonLink to="/console/projects/new" variant="primary" icon="plus">
                新建项目
              </ButtonLink>
            )}
          </span>
        }
      />
      <IndexList
        index={projectIndex}
        call={staffProjectList}
        looks={looks}
        bulk={may('catalogue.edit') ? [copy] : []}
        empty={
          <EmptyState
            title="没有检测项目"
            icon="flask"
            {...(may('catalogue.edit') && { action: { label: '新建项目', to: '/console/projects/new' } })}
          >
            先建分类，再填写项目、参数表单与价格。
          </EmptyState>
        }
      />
      {importing && <PriceImportDialog onClose={() => setImporting(false)} />}
    </div>
  )
}

const looks: IndexListProps<ProjectLine, keyof typeof projectIndex.fields>['looks'] = {
  name: {
    line: 1,
    rowHeader: true,
    render: (row) => <SmartLink to={`/console/projects/${row.rid}`}>{row.name}</SmartLink>,
  },
  state: {
    line: 1,
    render: (row) => (
      <span className="cluster">
        <StageBadge tone={tones[row.state]}>{projectStates[row.state]}</StageBadge>
        {row.openEdit !== 'none' && <StageBadge tone="info">{openEditLabels[row.openEdit]}</StageBadge>}
      </span>
    ),
  },
  category: { line: 2, words: true },
  price: { render: (row) => (row.state === 'draft' ? '—' : <PriceFrom fen={row.priceFromFen} unit={row.unit} />) },
}
