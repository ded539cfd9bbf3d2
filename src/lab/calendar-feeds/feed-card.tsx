import { type ReactNode, useState } from 'react'
import { ButtonLink, Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { minuteText } from '../../ui/text/day-text.ts'

interface Props {
  state: { createdAt: string | null; lastReadAt: string | null }
  /** What the calendar contains. */
  about: string
  /** A choice that belongs to the next address. */
  children?: ReactNode
  /** Answers the path with the key. */
  onMake: () => Promise<string | undefined>
  onStop: () => Promise<unknown>
}

/** The address by which a calendar program reads bookings. It is shown once, since only its hash is kept. */
export function FeedCard({ state, about, children, onMake, onStop }: Props) {
  const [address, setAddress] = useState<URL>()
  const [asked, setAsked] = useState<'make' | 'stop'>()
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    const path = await onMake()
    setBusy(false)
    if (path) setAddress(new URL(path, location.origin))
  }
  const stop = async () => {
    await onStop()
    setAddress(undefined)
    toast.success('日历订阅已停用')
  }
  const exists = state.createdAt !== null
  return (
    <Card title="日历订阅">
      <div className="stack">
        <p>{about}在 Outlook、Apple 日历、Google 日历等程序中选择“通过 URL 订阅”。</p>
        {exists && (
          <p>
            {minuteText(state.createdAt)} 生成，
            {state.lastReadAt ? `日历程序最近于 ${minuteText(state.lastReadAt)} 读取` : '日历程序还没有读取'}
          </p>
        )}
        {children}
        {address && <NewAddress address={address} />}
        <div className="cluster">
          <Button busy={busy} onClick={() => (exists ? setAsked('make') : void make())}>
            {exists ? '更换地址' : '生成订阅地址'}
          </Button>
          {exists && (
            <Button variant="quiet" onClick={() => setAsked('stop')}>
              停用
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === 'stop' ? '停用日历订阅' : '更换订阅地址'}
        confirmLabel={asked === 'stop' ? '停用' : '更换'}
        onConfirm={() => (asked === 'stop' ? stop() : make())}
      >
        <p>现在的地址立即失效，已订阅的日历不再更新。</p>
      </ConfirmDialog>
    </Card>
  )
}

function NewAddress({ address }: { address: URL }) {
  return (
    <div role="status" className="stack">
      <p>请现在复制，离开后不再显示。知道地址的人可以看到这些预约，请勿转发。</p>
      <p className="cluster">
        <code style={{ overflowWrap: 'anywhere' }}>{address.href}</code>
        <CopyButton text={address.href} />
        <ButtonLink to={`webcal://${address.host}${address.pathname}${address.search}`} icon="calendar">
          在日历程序中打开
        </ButtonLink>
      </p>
    </div>
  )
}
