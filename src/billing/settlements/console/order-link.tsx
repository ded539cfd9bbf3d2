import { SmartLink } from '../../../ui/link.tsx'

export function OrderLink({ orderNo }: { orderNo: string }) {
  return orderNo === '' ? (
    <>—</>
  ) : (
    <SmartLink to={`/console/orders/${orderNo}`} className="num">
      {orderNo}
    </SmartLink>
  )
}
