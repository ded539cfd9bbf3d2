import { useStaff } from '../../core/staff/me.tsx'
import { SmartLink } from '../../ui/text/link.tsx'

interface Props {
  customerId: number
  customerName: string
  customerPhone: string
}

/** A customer in a list of the console: name, which leads to the page of the customer, and masked phone number. */
export function CustomerCell({ customerId, customerName, customerPhone }: Props) {
  const { may } = useStaff()
  const name = customerName || '未填姓名'
  return (
    <span>
      {may('customer.read') ? <SmartLink to={`/console/customers/${customerId}`}>{name}</SmartLink> : name}{' '}
      <span className="num">{customerPhone}</span>
    </span>
  )
}
