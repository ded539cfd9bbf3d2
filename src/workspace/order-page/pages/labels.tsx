import { useParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { orderDetail } from '../../../lab/orders/contract.ts'
import { LabelSheet } from '../label-sheet.tsx'
import { hasEnded } from '../../../lab/orders/rules.ts'

export const meta = () => [{ title: '样品标签 · 明析科测' }]

export default function Labels() {
  const { orderNo = '' } = useParams()
  const { data, error, refetch } = useCall(orderDetail, { orderNo })
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={4} height={120} />
  if (hasEnded(data.stage) || data.serviceType !== 1)
    return (
      <EmptyState title="没有要寄送的样品" action={{ label: '查看订单', to: `/member/order/${data.orderNo}` }}>
        该订单{data.stageName}，请不要寄送样品。
      </EmptyState>
    )
  return <LabelSheet order={data} />
}
