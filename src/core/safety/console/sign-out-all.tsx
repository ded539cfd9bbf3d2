import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { safetySignOutAll } from '../contract.ts'
import { type SignedInKind, signedInKinds } from '../rules.ts'

const happens: Record<SignedInKind, string> = {
  customer:
    '所有客户在所有设备上须重新登录，正在填写和下单的也会被退出，已填的表单留在其浏览器里；浏览器的手机推送同时停止。密码与 API 密钥不变，员工不受影响。',
  staff:
    '所有员工在所有设备上须重新登录并输入动态验证码，您的这台设备除外；其他管理员也会被退出，请先告知正在工作的同事。密码不变，客户不受影响。',
}

/** After a leak: everybody signs in again. */
export function SignOutAll() {
  const [who, setWho] = useState<SignedInKind>()
  const signOut = useAct(safetySignOutAll, { refreshes: [], quiet: true })
  return (
    <Card title="结束所有人的登录">
      <div className="stack">
        <p>怀疑登录凭证大量泄露时使用。只涉及一个人时，请在该客户的页面结束其全部登录，或在“员工与角色”停用该员工。</p>
        <div className="cluster">
          <Button variant="danger" onClick={() => setWho('customer')}>
            结束全部客户的登录
          </Button>
          <Button variant="danger" onClick={() => setWho('staff')}>
            结束全部员工的登录
          </Button>
        </div>
      </div>
      {who && (
        <ConfirmDialog
          open
          onClose={() => setWho(undefined)}
          onConfirm={async ({ reason }) => {
            await signOut.submit({ who, reason })
            toast.success(`已结束全部${signedInKinds[who]}的登录`)
          }}
          title={`结束全部${signedInKinds[who]}的登录？`}
          confirmLabel="结束全部登录"
          danger
          typed={`全部${signedInKinds[who]}`}
          reason={{ label: '原因', required: true, maxLength: 200 }}
        >
          {happens[who]}原因记入操作日志。
        </ConfirmDialog>
      )}
    </Card>
  )
}
