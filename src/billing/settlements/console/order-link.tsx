import { SmartLink } from '../../../ui/text/link.tsx'

export function OrderLink({ orderNo }: { orderNo: string }) {
  return orderNo === '' ? (
    <>—</>
  ) : (
    <SmartLink to={`/console/orders/${orderNo}`} className="num">
      {orderNo}
    </SmartLink>
  )
}
