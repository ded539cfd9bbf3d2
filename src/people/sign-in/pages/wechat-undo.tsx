import { useState } from 'react'
import { useParams } from 'react-router'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { PageTitle } from '../../../ui/layout/page-header.tsx'

export const meta = () => [{ title: '撤销微信登录 · 明析科测' }, { name: 'robots', content: 'noindex' }]

/** The page behind the undo link in the WeChat chat. It requires a click, because chat programs fetch links by themselves. */
export default function WechatUndoPage() {
  const { token = '' } = useParams()
  const [state, setState] = useState<'asking' | 'busy' | 'done' | 'unbound'>('asking')
  const [failure, setFailure] = useState('')
  const undo = async () => {
    setState('busy')
    setFailure('')
    // Loaded at the click, because the validator is a quarter of the page's size.
    const [{ ApiError, send }, { wxUndo }] = await Promise.all([
      import('../../../platform/client/transport.ts'),
      import('../wechat/wechat-contract.ts'),
    ])
    try {
      const { unbound } = await send(wxUndo, { token })
      setState(unbound ? 'unbound' : 'done')
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setFailure(cause.message)
      setState('asking')
    }
  }
  return (
    <div className="page stack" style={{ maxWidth: '34em', paddingBlock: 'var(--space-48)' }}>
      <PageTitle>撤销微信登录</PageTitle>
      {state === 'done' || state === 'unbound' ? (
        <>
          <p role="status">
            {state === 'unbound'
              ? '已撤销。由这次扫码登录的设备已退出，由它建立的微信绑定也已解除。'
              : '已撤销。由这次扫码登录的设备已退出；此前建立的微信绑定不受影响，可在“我的资料”中解除。'}
          </p>
          <p>如果您不认识这次操作，建议修改密码，并在“我的资料”中检查登录设备。</p>
          <p>
            <ButtonLink to="/member/information">查看登录设备</ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>如果刚才的微信扫码登录不是您本人操作，请撤销。撤销后，由这次扫码登录的设备立即退出。</p>
          {failure && <p role="alert">{failure}</p>}
          <p>
            <Button variant="danger" busy={state === 'busy'} onClick={() => void undo()}>
              撤销这次登录
            </Button>
          </p>
        </>
      )}
    </div>
  )
}
