import { useLocation, useNavigate } from 'react-router'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import type { orderAgain } from '../../orders/contract.ts'
import type { ServiceType } from '../../samples/service-rules.ts'
import { takenWords } from './again-rules.ts'

/** What 再来一单 leaves in the history for the page of the plan. */
export interface AgainState {
  orderNo: string
  serviceType: ServiceType
  /** Absent when a server of before 0.7.0 answered, which happens while an installation is upgraded. */
  lines?: OutputOf<typeof orderAgain>['lines']
}

/** Undefined when the page was not opened by 再来一单. */
export function useAgain(): AgainState | undefined {
  const { state } = useLocation() as { state: { again?: AgainState } | null }
  return state?.again
}

/** What was taken over from the order that is ordered again, and what was not. */
export function AgainNotice() {
  const again = useAgain()
  const navigate = useNavigate()
  if (!again) return null
  return (
    <Card
      title="已放回原订单的项目"
      role="status"
      actions={
        <Button size="s" onClick={() => navigate('.', { replace: true, state: null })}>
          知道了
        </Button>
      }
    >
      <div className="stack">
        <p>
          来自订单 <SmartLink to={`/member/order/${again.orderNo}`}>{again.orderNo}</SmartLink>
          ，已为您勾选，价格按现在的标准计算。联系人、寄回地址、发票、优惠券和备注不沿用，请在下单时填写
          {again.serviceType === 3 && '；数据文件请重新上传'}。
        </p>
        <ul role="list">
          {again.lines?.map((line, index) => (
            <li key={index}>
              <strong>{line.name}</strong>：{takenWords(line, again.serviceType)}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
