import { staffFileUpload } from '../../core/files/contract.ts'
import { useStaff } from '../../core/staff/me.tsx'
import { staffThreadRead, staffThreadSettle, staffThreadShow, staffThreadWrite } from './contract.ts'
import { staffThreadSearch } from './list-contract.ts'
import { OrderThread } from './order-thread.tsx'

/** On the page of an order in the console: the talk with its customer. */
export function StaffThreadCard({ orderNo }: { orderNo: string }) {
  const { may } = useStaff()
  if (!may('thread.read')) return null
  return (
    <OrderThread
      orderNo={orderNo}
      as="staff"
      may={may('thread.write')}
      calls={{
        show: staffThreadShow,
        write: staffThreadWrite,
        read: staffThreadRead,
        settle: staffThreadSettle,
        upload: staffFileUpload,
        lists: [staffThreadSearch],
      }}
    />
  )
}
