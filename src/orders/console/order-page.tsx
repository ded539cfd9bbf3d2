import { PageHeader } from '../../ui/page-header.tsx'

export default function OrderPage() {
  return <PageHeader title="订单详情" />
}
