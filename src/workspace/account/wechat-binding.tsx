import { useState } from 'react'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { userInfo } from '../../people/customers/profile-contract.ts'
import { wxUnbind } from '../../people/sign-in/wechat/wechat-contract.ts'

/** Shows whether WeChat is bound to this account, and unbinds it. */
export function WechatBinding({ bound }: { bound: boolean }) {
  const [asking, setAsking] = useState(false)
  const unbind = useAct(wxUnbind, {
    refreshes: [userInfo],
    onDone: () => toast.success('已解除微信绑定'),
  })
  if (!bound) return <>未绑定，用微信扫码登录时可绑定</>
  return (
    <span className="cluster">
      已绑定
      <Button size="s" onClick={() => setAsking(true)}>
        解除绑定
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => unbind.submit({})}
        title="解除微信绑定？"
        confirmLabel="解除绑定"
      >
        解除后不能再用微信扫码登录此账号，需要时可以重新扫码绑定。
      </ConfirmDialog>
    </span>
  )
}
