import { useEffect, useRef, useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useAct, useCall, useRefresh } from '../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../ui/inputs/button.tsx'
import { Money } from '../../ui/text/money.tsx'
import { QrCode } from '../../ui/text/qr-code.tsx'
import { type PayAnswer, payClose, payCreate, payStateCall } from './contract.ts'
import css from './pay-dialog.module.css'
import type { PayRequest } from './rules.ts'

interface Props {
  first: PayAnswer
  request: PayRequest
  refreshes: readonly Call[]
  onPaid: () => void
  onBack: () => void
  onClose: () => void
}

const POLL_SECONDS = 3

/** An open payment: its code or page with the time left, or why it cannot be paid and what to do. */
export function Waiting({ first, request, refreshes, onPaid, onBack, onClose }: Props) {
  const [opened, setOpened] = useState(first)
  const waits = opened.state === 'waiting' || opened.state === 'unavailable'
  const asked = useCall(
    payStateCall,
    { paymentNo: opened.paymentNo },
    { enabled: waits, refetchSeconds: POLL_SECONDS, alwaysAsk: true },
  )
  const polled = asked.data?.paymentNo === opened.paymentNo ? asked.data : undefined
  // A payment that could not be opened has no code; the state alone would read as waiting.
  const state =
    opened.state === 'unavailable' && polled?.state !== 'paid' ? 'unavailable' : (polled?.state ?? opened.state)
  const refresh = useRefresh()
  const told = useRef(false)
  const keptBecause = polled?.keptBecause ?? ''
  useEffect(() => {
    // Closed also when the money was paid in another way, of which the page behind may not know.
    if (state === 'closed') void refresh(refreshes)
    if (state !== 'paid' || told.current) return
    told.current = true
    void refresh(refreshes).then(() => {
      if (keptBecause === '') onPaid()
    })
  }, [state, keptBecause, refresh, refreshes, onPaid])
  const again = useAct(payCreate, { quiet: true, onDone: (answer) => (answer.paid ? onPaid() : setOpened(answer)) })
  const close = useAct(payClose, { onDone: (answer) => (answer.paid ? onPaid() : onBack()) })
  const retry = () => void again.run({ ...request, ...wayOf(opened) })
  if (state === 'paid') return <Received because={keptBecause} onBack={onPaid} />
  if (state === 'waiting')
    return (
      <div className={css.wait}>
        <Code payment={opened} />
        <p role="status">
          等待付款，剩余 <SecondsLeft seconds={polled?.secondsLeft ?? opened.secondsLeft} />
        </p>
        <p className={css.note}>付款后本页自动更新；关闭窗口不影响已付款项入账。</p>
        <div className="cluster">
          <Button onClick={onBack}>换一种方式</Button>
          <Button variant="quiet" busy={close.busy} onClick={() => void close.run({ paymentNo: opened.paymentNo })}>
            取消付款
          </Button>
        </div>
      </div>
    )
  const text = faults[state]
  if (again.error?.error === 'notPayable')
    return (
      <div className={css.wait}>
        <p role="alert">这笔款项现在无需付款，可能已用其他方式付清。</p>
        <Button variant="primary" onClick={onClose}>
          知道了
        </Button>
      </div>
    )
  return (
    <div className={css.wait}>
      <p role="alert" className={css.fault}>
        {again.error?.message ?? text.said}
      </p>
      <div className="cluster">
        <Button onClick={onBack}>换一种方式</Button>
        <Button variant="primary" icon="refresh" busy={again.busy} onClick={retry}>
          {text.again}
        </Button>
      </div>
    </div>
  )
}

const faults = {
  closed: { said: '付款码已失效，没有通过它付款。', again: '重新获取' },
  failed: { said: '支付渠道未能受理这次付款，没有扣款。', again: '重新获取' },
  unavailable: { said: '暂时联系不上支付渠道，没有扣款。请稍后重试，或换一种方式。', again: '重试' },
} as const

function wayOf({ channel, scene }: PayAnswer): { method: 'wechatpay' | 'alipay'; scene: 'qr' | 'page' } {
  return { method: channel ?? 'wechatpay', scene }
}

function Code({ payment: { codeUrl, pageUrl, channel, amountFen } }: { payment: PayAnswer }) {
  const name = channel === 'alipay' ? '支付宝' : '微信'
  return (
    <>
      <p className={css.amount}>
        <Money fen={amountFen} price />
      </p>
      {codeUrl && <QrCode text={codeUrl} size={208} label={`${name}付款码`} className={css.code} />}
      {codeUrl && (
        <p>
          请用{name}扫一扫付款
          <span className={css.phone}>在手机上：截屏后在{name}“扫一扫”中从相册选取。</span>
        </p>
      )}
      {pageUrl && (
        <ButtonLink variant="primary" icon="external" to={pageUrl} target="_blank" rel="noreferrer">
          打开{name}付款
        </ButtonLink>
      )}
    </>
  )
}

function Received({ because, onBack }: { because: string; onBack: () => void }) {
  return (
    <div className={css.wait}>
      {because === '' ? (
        <p role="status">付款成功</p>
      ) : (
        <p role="status" className={css.kept}>
          款项已到账，因“{because}”未能用于该款项，已全额存入预存余额。
        </p>
      )}
      <Button variant="primary" onClick={onBack}>
        知道了
      </Button>
    </div>
  )
}

/** Counts down between the answers of the server. */
function SecondsLeft({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    setLeft(seconds)
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <span className="num" role="timer" aria-live="off">
      {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
    </span>
  )
}
