import { useParams } from 'react-router'
import { useCall } from '../../platform/client/use-call.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { orderDetail } from '../contract.ts'
import { LabelSheet } from '../label-sheet.tsx'

export const meta = () => [{ title: '样品标签 · 明析科测' }]

export default function Labels() {
  const { orderNo = '' } = useParams()
  const { data, error, refetch } = useCall(orderDetail, { orderNo })
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={4} height={120} />
  return <LabelSheet order={data} />
}
