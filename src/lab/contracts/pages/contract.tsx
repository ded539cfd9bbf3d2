import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DownloadButton } from '../../../core/files/download-button.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { ContractStageBadge } from '../contract-stage.tsx'
import { ContractTabs, useContractFilter } from '../contract-tabs.tsx'
import { contractList } from '../contract.ts'
import { ContractDialog } from '../contract-dialog.tsx'
import { awaitsSignature, signByMatters } from '../rules.ts'
import { shortDay } from '../../../ui/text/day-text.ts'

type Row = OutputOf<typeof contractList>['list'][number]

const PAGE_SIZE = 20

export const meta = () => [{ title: '合同与协议 · 明析科测' }]

/** The customer's contracts: read, sign with a code or a stamped copy, download. */
export default function ContractPage() {
  const filter = useContractFilter()
  // A message links to its contract by `no`. After closing, the dialog stays closed until another number is given.
  const asked = useSearchParams()[0].get('no') ?? ''
  const [chosen, setOpen] = useState<string>()
  const [left, setLeft] = useState('')
  const open = chosen ?? (asked !== '' && asked !== left ? asked : undefined)
  const close = () => {
    setOpen(undefined)
    setLeft(asked)
  }
  const { stage, page } = filter
  const list = useCall(contractList, { stage, page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  return (
    <div className="page stack" style={{ paddingBlock: 'var(--space-32) var(--space-64)' }}>
      <PageHeader
        title="合同与协议"
        sub="企业订单在接受报价后签订合同，双方签署后即可预付并寄送样品。"
        crumbs={[{ label: '我的订单', to: '/member/order' }, { label: '合同与协议' }]}
      />
      <ContractTabs filter={filter} />
      <PagedTable
        of={list}
        page={page}
        href={(to) => filter.href({ page: to })}
        caption="合同列表"
        columns={columnsOf(setOpen)}
        rowKey={(row) => row.contractNo}
        empty={
          <EmptyState title="没有合同" icon="file" action={{ label: '查看我的订单', to: '/member/order' }}>
            接受企业订单的报价后，客户经理会拟定合同并通知您签署。
          </EmptyState>
        }
      />
      {open && <ContractDialog contractNo={open} onClose={close} />}
    </div>
  )
}

const signable = (row: Row) => awaitsSignature(row.stage)

function columnsOf(open: (contractNo: string) => void): Column<Row>[] {
  return [
    {
      key: 'no',
      header: '合同',
      rowHeader: true,
      render: (row) => (
        <>
          <span className="num">{row.contractNo}</span>
          {row.edition > 1 && ` 第 ${row.edition} 版`}
        </>
      ),
    },
    {
      key: 'order',
      header: '订单',
      render: (row) => (
        <span>
          <SmartLink to={`/member/order/${row.orderNo}`} className="num">
            {row.orderNo}
          </SmartLink>
          <br />
          {row.title}
        </span>
      ),
    },
    { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
    {
      key: 'signBy',
      header: '签署期限',
      render: (row) => (signByMatters(row.stage) ? <span className="num">{shortDay(row.signBy)}</span> : '—'),
    },
    {
      key: 'stage',
      header: '状态',
      render: (row) => (
        <>
          <ContractStageBadge stage={row.stage} />
          {row.reason && <p>退回原因：{row.reason}</p>}
          {row.stage === 'expired' && <p>客户经理将重新发出</p>}
        </>
      ),
    },
    {
      key: 'do',
      header: '操作',
      render: (row) => (
        <span className="cluster">
          <Button
            size="s"
            variant={signable(row) ? 'primary' : 'secondary'}
            aria-label={`${signable(row) ? '查看并签署' : '查看'} ${row.contractNo}`}
            onClick={() => open(row.contractNo)}
          >
            {signable(row) ? '查看并签署' : '查看'}
          </Button>
          {row.fileId !== null && (
            <DownloadButton fileId={row.fileId} name={row.contractNo} as="customer" label="下载 PDF" />
          )}
        </span>
      ),
    },
  ]
}
