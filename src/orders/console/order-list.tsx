import { PageHeader } from '../../ui/page-header.tsx'

export default function OrderList() {
  return <PageHeader title="订单" />
}
