import { orderWhose } from '../../lab/orders/history/history-contract.ts'
import { setActing, useActing } from '../../platform/client/acting.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { EmptyState, ErrorState, NotFoundState, Skeleton } from '../../ui/feedback/states.tsx'
import { PageTitle } from '../../ui/layout/page-header.tsx'

/** An order that was not found in the name in which the tab works: it may be one of the person's other names, and offers to switch. */
export function OtherIdentity({ orderNo }: { orderNo: string }) {
  return (
    <>
      <PageTitle className="visually-hidden">订单 {orderNo}</PageTitle>
      <WhoseOrder orderNo={orderNo} />
    </>
  )
}

function WhoseOrder({ orderNo }: { orderNo: string }) {
  const acting = useActing()
  const whose = useCall(orderWhose, { orderNo })
  const group = whose.data?.groups.find(({ groupNo }) => groupNo !== acting?.groupNo)
  if (!whose.data && !whose.error) return <Skeleton lines={5} height={72} />
  if (!whose.data && whose.error?.error === 'network')
    return (
      <ErrorState onRetry={() => void whose.refetch()} busy={whose.isFetching}>
        {whose.error.message}
      </ErrorState>
    )
  if (acting && whose.data?.own)
    return (
      <EmptyState
        title="这是您个人的订单"
        icon="user"
        action={{ label: '返回个人身份查看', onClick: () => setActing(undefined) }}
      >
        您正在以课题组「{acting.name}」的身份操作，该订单不在此课题组名下。
      </EmptyState>
    )
  if (group)
    return (
      <EmptyState
        title={`这是课题组「${group.name}」的订单`}
        icon="group"
        action={{ label: '切换到课题组身份查看', onClick: () => setActing(group) }}
      >
        该订单由课题组付款，切换身份后可以查看和处理。
      </EmptyState>
    )
  return <NotFoundState title="没有这个订单" action={{ label: '查看我的订单', to: '/member/order' }} />
}
