import { DownloadButton } from '../../core/files/download-button.tsx'
import { useCall } from '../../platform/client/use-call.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { orderProtocol } from './contract.ts'
import { minuteText } from '../../ui/text/day-text.ts'

/** Contract and stamped copy of a customer's order. Reports are listed with the data. */
export function OrderPapers({ orderNo }: { orderNo: string }) {
  const { data } = useCall(orderProtocol, { orderNo })
  const papers = data?.files.filter((file) => file.kind !== 'report') ?? []
  if (papers.length === 0) return null
  return (
    <Card title="合同" actions={<SmartLink to="/experiment/contract">全部合同</SmartLink>}>
      <Table
        caption="合同文件"
        hideCaption
        columns={[
          { key: 'title', header: '文件', rowHeader: true, render: (file) => file.title },
          { key: 'stage', header: '状态', render: (file) => file.stageName },
          { key: 'at', header: '时间', render: (file) => <span className="num">{minuteText(file.at)}</span> },
          {
            key: 'do',
            header: '操作',
            render: (file) => <DownloadButton fileId={file.fileId} name={file.title} as="customer" />,
          },
        ]}
        rows={papers}
        rowKey={(file) => String(file.fileId)}
      />
    </Card>
  )
}
