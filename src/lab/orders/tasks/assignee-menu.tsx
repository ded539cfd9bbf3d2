import { ApiError } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffOrderList, staffVerifyList } from '../lists/list-contract.ts'
import { staffOrderDetail } from '../staff/staff-contract.ts'
import { staffOrderAssign, staffTaskChoices, staffTaskLanes, staffTaskList } from './task-contract.ts'
import { taskStages } from './task-rules.ts'

interface Props {
  order: { orderNo: string; stage: string; assignedTo: number | null; assigneeName: string }
}

/** Who does the work of an order; those who may assign choose somebody else here. */
export function AssigneeMenu({ order: { orderNo, stage, assignedTo, assigneeName } }: Props) {
  const { may, id: me } = useStaff()
  const open = may('order.assign') && (taskStages as readonly string[]).includes(stage)
  const people = useCall(staffTaskChoices, {}, { enabled: open }).data?.people ?? []
  const act = useAct(staffOrderAssign, {
    refreshes: [staffTaskList, staffTaskLanes, staffOrderDetail, staffOrderList, staffVerifyList],
  })
  const name = assigneeName || '未分派'
  if (!open) return <span>{name}</span>
  const give = async (to: number | null, whom: string) => {
    try {
      await act.submit({ orderNo, staffId: to, formerStaffId: assignedTo })
      toast.success(to === null ? `已取消 ${orderNo} 的分派` : `已将 ${orderNo} 分派给${whom}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
  return (
    <Menu
      label={name}
      name={`负责人 ${name}，分派 ${orderNo}`}
      items={[
        ...people.map((each) => ({
          label: each.id === me ? `${each.name}（我）` : each.name,
          current: each.id === assignedTo,
          onClick: () => void give(each.id, each.name),
        })),
        { label: '取消分派', hidden: assignedTo === null, onClick: () => void give(null, '') },
      ]}
    />
  )
}
