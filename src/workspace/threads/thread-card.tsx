import { OrderThread } from './order-thread.tsx'
import { threadRead, threadShow, threadWrite, threadList } from './contract.ts'
import { fileUpload } from '../../core/files/contract.ts'

/** On the customer's page of an order: the talk with the laboratory. */
export function ThreadCard({ orderNo }: { orderNo: string }) {
  return (
    <OrderThread
      orderNo={orderNo}
      as="customer"
      may
      calls={{ show: threadShow, write: threadWrite, read: threadRead, upload: fileUpload, lists: [threadList] }}
    />
  )
}
