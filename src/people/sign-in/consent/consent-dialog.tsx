import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ConsentBox } from './consent-box.tsx'
import css from '../dialog/login-dialog.module.css'
import { userConsent } from '../../customers/profile-contract.ts'
import { userInfo } from '../../customers/person-contract.ts'

/** Asks once after signing in when the texts have changed or nothing was agreed to. A person who declines is signed out. */
export default function ConsentDialog({ version, onRefused }: { version: string; onRefused: () => void }) {
  const [agreed, setAgreed] = useState(false)
  const act = useAct(userConsent, { refreshes: [userInfo], onDone: () => toast.success('已记录您的同意') })
  return (
    <Dialog open onClose={onRefused} title="请阅读并同意" size="s">
      <div className={css.form}>
        <p>继续使用前，请阅读并同意现行的用户协议和隐私政策。</p>
        <ConsentBox value={agreed} onValue={setAgreed} />
        <Button
          variant="primary"
          wide
          busy={act.busy}
          aria-disabled={!agreed || undefined}
          onClick={() => agreed && void act.run({ version })}
        >
          同意并继续
        </Button>
        <Button wide onClick={onRefused}>
          不同意，退出登录
        </Button>
      </div>
    </Dialog>
  )
}
