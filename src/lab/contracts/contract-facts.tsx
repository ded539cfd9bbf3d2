import { DownloadButton, type FileReader } from '../../core/files/download-button.tsx'
import type { OutputOf } from '../../platform/contract/call.ts'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/text/money.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import type { contractDetail } from './contract.ts'
import { ContractStageBadge } from './contract-stage.tsx'
import { signByMatters } from './rules.ts'

export type ContractView = OutputOf<typeof contractDetail>

/** The facts of a contract, for customer and staff: parties, lines, amount, signatures, files and history. */
export function ContractFacts({ contract, as }: { contract: ContractView; as: FileReader }) {
  return (
    <div className="stack">
      <DescriptionList
        items={[
          {
            term: '状态',
            value: <ContractStageBadge stage={contract.stage} />,
          },
          { term: '委托方', value: contract.company },
          { term: '订单', value: <span className="num">{contract.orderNo}</span> },
          ...(contract.discountFen > 0
            ? [
                { term: '优惠前金额', value: <Money fen={contract.amountFen + contract.discountFen} /> },
                { term: '优惠券', value: <Money fen={-contract.discountFen} /> },
              ]
            : []),
          { term: '金额', value: <Money fen={contract.amountFen} /> },
          { term: '版本', value: `第 ${contract.edition} 版` },
          ...(signByMatters(contract.stage)
            ? [{ term: '签署期限', value: <span className="num">{contract.signBy.slice(0, 16)}</span> }]
            : []),
          ...(contract.signedAt
            ? [
                {
                  term: '委托方签署',
                  value: `${contract.signedName}　${contract.signedAt.slice(0, 16)}　${contract.signedHow === 'code' ? `短信验证 ${contract.phone}` : '盖章扫描件'}`,
                  wide: true,
                },
              ]
            : []),
          ...(contract.sealedAt
            ? [{ term: '我方盖章', value: <span className="num">{contract.sealedAt.slice(0, 16)}</span> }]
            : []),
        ]}
      />
      <p className="cluster">
        {contract.fileId === null ? (
          <span role="status">合同文本正在生成，通常需要几秒……</span>
        ) : (
          <DownloadButton fileId={contract.fileId} name={contract.contractNo} as={as} label="下载合同 PDF" />
        )}
        {contract.stampedFileId !== null && (
          <DownloadButton
            fileId={contract.stampedFileId}
            name={`盖章件 ${contract.contractNo}`}
            as={as}
            label="下载盖章件"
          />
        )}
      </p>
      <Table
        caption="服务内容"
        columns={[
          { key: 'name', header: '检测项目', rowHeader: true, render: (line) => line.projectName },
          { key: 'described', header: '要求', render: (line) => line.described || '按订单参数' },
          { key: 'count', header: '样品数', align: 'end', render: (line) => line.sampleCount },
          { key: 'amount', header: '金额', align: 'end', render: (line) => <Money fen={line.amountFen} /> },
        ]}
        rows={contract.lines}
        rowKey={(line) => `${line.projectName}${line.described}`}
      />
      <Timeline
        label="合同进展"
        entries={contract.history.map((entry, i) => ({
          key: String(i),
          what: entry.what,
          who: entry.who,
          when: entry.when.slice(0, 16),
          detail: entry.detail,
        }))}
      />
    </div>
  )
}
