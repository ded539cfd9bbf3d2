import { useEffect, useRef, useState } from 'react'
import {
  isSubscribedHere,
  pushObstacle,
  type PushObstacle,
  subscribeHere,
  unsubscribeHere,
} from '../../../platform/client/browser-push.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Switch } from '../../../ui/inputs/choice.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'
import { pushAdd, type PushBrowser, pushOff, pushRemove, pushState, pushTry } from './push-contract.ts'
import css from './push-switch.module.css'

const refreshes = [pushState]

const obstacles: Record<PushObstacle, string> = {
  insecure: '需要通过 https 访问本站才能开启',
  homeScreen: '请先用 Safari 的「分享 → 添加到主屏幕」，再从主屏幕打开本站开启',
  unsupported: '此浏览器不支持，请改用新版 Edge、Firefox、Chrome 或 Safari',
  denied: '此浏览器已禁止本站通知，请在浏览器的网站设置中允许后再开启',
}

const refusals = {
  refused: '没有得到浏览器的允许，手机推送未开启',
  unreachable: '浏览器没能连接它的推送服务，手机推送未开启。请不要用无痕窗口，或改用其他浏览器',
} as const

/** Turns pushes on and off for this browser, and shows the person's other ones. Nothing where the installation sends none. */
export function PushSwitch() {
  const { data } = useCall(pushState, {})
  const here = useThisBrowser()
  const [turning, setTurning] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const add = useAct(pushAdd, { refreshes })
  const off = useAct(pushOff, { refreshes })
  if (!data || data.publicKey === '' || here === undefined) return null
  const on = here.subscribed && data.browsers.some(({ current }) => current)
  const turnOn = async () => {
    const made = await subscribeHere(data.publicKey)
    here.look()
    // A browser that forbids it does not ask again, so the person is told where to allow it.
    if (made === 'refused' && pushObstacle() === 'denied') return toast.error(obstacles.denied)
    if (typeof made === 'string') return toast.error(refusals[made])
    const added = await add.run(made)
    if (!added) return unsubscribeHere().then(here.look)
    const other = added.replaced === '' ? '' : `，最早开启的浏览器（${added.replaced}）不再收到`
    toast.success(`手机推送已开启${other}`)
  }
  const turnOff = async () => {
    await unsubscribeHere()
    here.look()
    await off.run({})
  }
  const turn = (wanted: boolean) => {
    if (turning) return
    setTurning(true)
    void (wanted ? turnOn() : turnOff()).finally(() => setTurning(false))
  }
  const note = here.obstacle ? obstacles[here.obstacle] : '重要进度直接显示在此设备上，退出登录或登录过期后停止'
  // Open while the browser forbids it: the switch that was just pressed keeps the focus, and what was allowed since works without loading again.
  const closed = here.obstacle !== undefined && here.obstacle !== 'denied' && !on
  return (
    <div ref={place} className="stack">
      <Switch value={on} onValue={turn} disabled={closed} note={note}>
        手机推送
      </Switch>
      {/* The row that was pressed goes with its button. */}
      <Browsers
        most={data.most}
        list={data.browsers}
        on={on}
        onRemoved={() => place.current?.querySelector('input')?.focus()}
      />
    </div>
  )
}

interface BrowsersProps {
  most: number
  list: PushBrowser[]
  on: boolean
  onRemoved: () => void
}

function Browsers({ most, list, on, onRemoved }: BrowsersProps) {
  const remove = useAct(pushRemove, {
    refreshes,
    onDone: () => {
      toast.success('已关闭')
      onRemoved()
    },
  })
  const test = useAct(pushTry, { onDone: () => toast.success('测试推送已发出，几秒内会显示') })
  // The row of this browser stands beside the switch only when the browser itself knows of it.
  const shown = list.filter(({ current }) => on || !current)
  if (shown.length === 0) return null
  return (
    <section aria-label={`已开启推送的浏览器，最多 ${most} 个`}>
      <ul className={css.browsers}>
        {shown.map((browser) => (
          <li key={browser.id}>
            <span>
              {browser.current ? '此浏览器' : browser.device}
              <span className={css.facts}>{factsOf(browser)}</span>
            </span>
            {browser.current ? (
              <Button size="s" busy={test.busy} onClick={() => void test.run({})}>
                发送测试
              </Button>
            ) : (
              <Button size="s" variant="quiet" onClick={() => void remove.run({ id: browser.id })}>
                关闭<span className="visually-hidden">：{browser.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function factsOf({ createdAt, lastSentAt, failing }: PushBrowser): string {
  if (failing) return '最近一次没有送达，稍后会重试'
  return lastSentAt ? `最近推送 ${minuteText(lastSentAt)}` : `开启于 ${minuteText(createdAt)}`
}

/** What only the browser knows; undefined until it has said so. */
function useThisBrowser() {
  const [known, setKnown] = useState<{ subscribed: boolean; obstacle: PushObstacle | undefined }>()
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    let left = false
    void isSubscribedHere()
      .catch(() => false)
      .then((subscribed) => {
        if (!left) setKnown({ subscribed, obstacle: pushObstacle() })
      })
    return () => {
      left = true
    }
  }, [looks])
  return known && { ...known, look: () => setLooks((before) => before + 1) }
}
