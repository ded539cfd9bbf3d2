import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userCode4StepUp } from '../../people/customers/profile-contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { ProofDialog } from '../../people/sign-in/codes/proof-dialog.tsx'
import { wxUnbind } from '../../people/sign-in/wechat/wechat-contract.ts'
import { send } from '../../platform/client/transport.ts'
import { callKey } from '../../platform/client/use-call.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/inputs/button.tsx'

/** Shows whether WeChat is bound to this account, and unbinds it after the password or a code to the phone. */
export function WechatBinding({ bound, phone }: { bound: boolean; phone: string }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  if (!bound) return <>未绑定，用微信扫码登录时可绑定</>
  return (
    <span className="cluster">
      已绑定
      <Button size="s" onClick={() => setAsking(true)}>
        解除绑定
      </Button>
      {asking && (
        <ProofDialog
          title="解除微信绑定"
          phone={phone}
          label="解除绑定"
          orPassword="passwordFirst"
          clock="stepUp"
          request={() => send(userCode4StepUp, { to: 'phone' })}
          onClose={() => setAsking(false)}
          onProved={async (proof) => {
            await send(wxUnbind, proof)
            toast.success('已解除微信绑定')
            await queries.invalidateQueries({ queryKey: callKey(userInfo) })
          }}
        >
          解除后不能再用微信扫码登录此账号，需要时可以重新扫码绑定。为保护账号，请先验证登录密码，或发到 {phone}{' '}
          的短信验证码。
        </ProofDialog>
      )}
    </span>
  )
}
