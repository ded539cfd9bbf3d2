import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import css from './closing-notice.module.css'
import { userCloseCancel, userPrivacy } from './contract.ts'
import { TAKE_BACK } from './rules.ts'

/** On every page of the member area, offers to cancel the closing while it is pending. */
export function ClosingNotice() {
  const privacy = useCall(userPrivacy, {})
  const cancel = useAct(userCloseCancel, {
    refreshes: [userPrivacy],
    onDone: () => toast.success('已撤销，账号照常使用'),
  })
  const closesAt = privacy.data?.closesAt
  if (!closesAt) return null
  return (
    <div className={css.notice} role="status">
      <p>
        您的账号将于 <span className="num">{closesAt.slice(0, 16)}</span> 注销，届时个人信息会被删除。
      </p>
      <Button size="s" variant="primary" busy={cancel.busy} onClick={() => void cancel.run({})}>
        {TAKE_BACK}
      </Button>
    </div>
  )
}
