import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { QrCode } from '../../../ui/text/qr-code.tsx'
import css from '../dialog/login-dialog.module.css'
import { type Following, followCode, type Phase } from './wechat-poll.ts'

/** Sign-in by WeChat: a QR code, an overlay once it is scanned, a button for a new one once it has expired. Mounted only while its tab is open. */
export default function WechatPanel({ onTokens, onBind }: Following) {
  const [phase, setPhase] = useState<Phase>({ name: 'loading' })
  const [asked, setAsked] = useState(0)
  const done = useRef({ onTokens, onBind })
  done.current = { onTokens, onBind }

  useEffect(() => {
    const gone = new AbortController()
    void followCode(gone.signal, setPhase, done.current)
    return () => gone.abort()
  }, [asked])

  const refresh = () => {
    setPhase({ name: 'loading' })
    setAsked((n) => n + 1)
  }
  if (phase.name === 'failed') {
    return (
      <div className={css.wechat}>
        <Icon name="qr" size={64} strokeWidth={1} />
        <p role="alert">{phase.message}</p>
        {!phase.closed && <Button onClick={refresh}>重试</Button>}
      </div>
    )
  }
  return <Code phase={phase} onRefresh={refresh} />
}

function Code({ phase, onRefresh }: { phase: Exclude<Phase, { name: 'failed' }>; onRefresh: () => void }) {
  const [shown, setShown] = useState<{ url: string }>()
  useEffect(() => {
    if (phase.name === 'waiting') setShown({ url: phase.url })
  }, [phase])
  const masked = phase.name === 'scanned' || phase.name === 'expired'
  return (
    <div className={css.wechat}>
      <div className={css.qr} data-masked={masked || undefined} aria-busy={phase.name === 'loading' || undefined}>
        {shown && <QrCode text={absolute(shown.url)} label="微信登录二维码，用手机微信扫描" size={200} />}
        {masked && (
          <div className={css.mask}>
            {phase.name === 'scanned' ? (
              <>
                <Icon name="check" size={40} />
                <strong>扫码成功</strong>
                <span>正在登录…</span>
              </>
            ) : (
              <>
                <strong>二维码已失效</strong>
                <Button variant="primary" size="s" onClick={onRefresh}>
                  刷新二维码
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {phase.name === 'scanned' ? '扫码成功，正在登录' : phase.name === 'expired' ? '二维码已失效，可以刷新' : ''}
      </p>
      <p>请用手机微信扫描二维码登录</p>
      <p className={css.note}>首次扫码需要绑定手机号。如非本人操作，可在微信消息中撤销。</p>
      {phase.name === 'waiting' && phase.url.startsWith('/') && (
        <p className={css.note}>
          演示环境：
          <a href={phase.url} target="_blank" rel="noreferrer">
            打开演示手机
          </a>
        </p>
      )}
    </div>
  )
}

/** In the demo the QR code leads to a page of this site. */
function absolute(url: string): string {
  return url.startsWith('/') ? new URL(url, location.origin).href : url
}
