import { useParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { LabelSheet } from '../label-sheet.tsx'
import { staffOrderDetail } from '../../../lab/orders/staff/staff-contract.ts'

export const meta = () => [{ title: '样品标签 · 后台' }]

/** Prints the labels again, for samples whose labels are missing or unreadable. */
export default function Labels() {
  const { orderNo = '' } = useParams()
  const { data, error, refetch } = useCall(staffOrderDetail, { orderNo })
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={4} height={120} />
  return <LabelSheet order={data} />
}
