import { useNavigate } from 'react-router'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type ListedSample, sampleIndex, staffSampleList } from '../list-contract.ts'
import { shelfList, staffSampleMove } from '../shelves/shelf-contract.ts'
import { shelvedStages } from '../shelves/shelf-rules.ts'
import { SampleStageBadge } from '../sample-table.tsx'

export const meta = () => [{ title: '样品 · 明析科测后台' }]

/** Every sample, with its order and the labels of the order. */
export default function Samples() {
  const navigate = useNavigate()
  const { may } = useStaff()
  const known = useCall(shelfList, { size: 100 }).data
  const shelves = known?.list ?? []
  const move = bulkVerb(
    staffSampleMove,
    (row: ListedSample, _reason, shelfId) => ({ sampleNos: [row.sampleNo], shelfId }),
    {
      label: '移到架位',
      unfit: ({ stage, stageName }) =>
        shelvedStages.some((each) => each === stage) ? undefined : `现为“${stageName}”，不在实验室`,
      text: (count) =>
        `${count} 个样品将移到所选的架位。${(known?.total ?? 0) > shelves.length ? `这里列出前 ${shelves.length} 个架位，其他架位请在“架位”页移入。` : ''}`,
      choice: {
        label: '架位',
        options: shelves.map(({ id, code, temperatureName, stored, capacity }) => ({
          value: id,
          label: `${code}（${temperatureName}，${stored}/${capacity}）`,
        })),
      },
    },
  )
  return (
    <>
      <PageHeader
        title="样品"
        actions={
          <ButtonLink to="/console/samples/shelves" icon="grid">
            架位
          </ButtonLink>
        }
      />
      <IndexList
        index={sampleIndex}
        call={staffSampleList}
        looks={looks}
        more={[labels]}
        bulk={may('sample.move') && shelves.length > 0 ? [move] : []}
        refreshes={[shelfList]}
        opens={[
          {
            label: '打印标签',
            icon: 'printer',
            most: 200,
            open: (rows) => {
              const sent = rows.filter(({ serviceType }) => serviceType === 1)
              if (sent.length === 0) toast.info('所选样品没有标签：到场与数据样品不寄送')
              else void navigate(`/console/labels?nos=${sent.map(({ sampleNo }) => sampleNo).join(',')}`)
            },
          },
        ]}
      />
    </>
  )
}

const looks: IndexListProps<ListedSample, keyof typeof sampleIndex.fields>['looks'] = {
  no: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/samples/${row.sampleNo}`} className="num">
        {row.sampleNo}
      </SmartLink>
    ),
  },
  name: { line: 2 },
  customer: { line: 2 },
  order: {
    render: (row) => (
      <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
        {row.orderNo}
      </SmartLink>
    ),
  },
  stage: { line: 1, render: (row) => <SampleStageBadge sample={row} /> },
}

const labels: Column<ListedSample> = {
  key: 'labels',
  header: '标签',
  render: (row) =>
    row.serviceType === 1 ? (
      <SmartLink to={`/console/labels/${row.orderNo}`} aria-label={`打印标签，订单 ${row.orderNo}`}>
        打印标签
      </SmartLink>
    ) : (
      '—'
    ),
}
