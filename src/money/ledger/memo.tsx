import { SmartLink } from '../../ui/text/link.tsx'

const ORDER_NUMBER = /(MX\d{11,20})/

/** What a movement was for, as a customer reads it; the order that it names is a link. */
export function Memo({ text }: { text: string }) {
  const [before = '', orderNo, after = ''] = text.split(ORDER_NUMBER)
  if (orderNo === undefined) return text
  return (
    <>
      {before}
      <SmartLink to={`/member/order/${orderNo}`} className="num">
        {orderNo}
      </SmartLink>
      {after}
    </>
  )
}
