import { useCallback, useEffect, useState } from 'react'
import { staffMe } from '../../../core/staff/me-contract.ts'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { sendWaiting } from './send-waiting.ts'
import { changeOne, changeWaiting, dropOne, readWaiting } from './waiting-kept.ts'
import { actText, afterFault, type BenchAct, nextOf, ownOf, type Waiting } from './waiting-rules.ts'

const AGAIN_SECONDS = 20
const MOST_SENT_SHOWN = 20

export interface Sent {
  key: string
  text: string
}

/** The work of one person that waits in this browser. It is sent at once where there is a network, and else as soon as there is. */
export function useWaiting(staffId: number) {
  const { sendAll, show, ...shown } = useSender(staffId)
  useRegularly(sendAll)
  const changed = async (change: Promise<void>) => {
    await change
    await show()
    void sendAll()
  }
  return {
    ...shown,
    /** Rejects when this browser cannot keep it. */
    add: (sampleNo: string, act: BenchAct) => {
      const one = { key: crypto.randomUUID(), staffId, sampleNo, doneAt: new Date().toISOString(), act }
      return changed(changeWaiting((before) => [...before, one]))
    },
    /** Tells it anew: as done now, and a photo is uploaded once more, since the first upload may be gone by now. */
    again: ({ key, act }: Waiting) =>
      changed(
        changeOne(key, {
          ...{ key: crypto.randomUUID(), doneAt: new Date().toISOString(), refusal: undefined },
          ...(act.kind === 'photo' ? { act: { ...act, fileId: undefined } } : {}),
        }),
      ),
    drop: ({ key }: Waiting) => changed(dropOne(key)),
  }
}

function useSender(staffId: number) {
  const [waiting, setWaiting] = useState<Waiting[]>([])
  const [sent, setSent] = useState<Sent[]>([])
  const [reached, setReached] = useState(true)
  const show = useCallback(async () => setWaiting(ownOf(await readWaiting(), staffId)), [staffId])
  const sendAll = useCallback(async () => {
    setReached(navigator.onLine)
    if ((await nextKept(staffId)) && !(await isStill(staffId))) return show()
    // One tab at a time.
    await navigator.locks.request('mingxi-bench', async () => {
      for (let one = await nextKept(staffId); one; one = await nextKept(staffId)) {
        const { key, sampleNo, act } = one
        try {
          await sendWaiting(one)
          await dropOne(key)
          const done = { key, text: `${sampleNo} ${actText(act)}` }
          setSent((before) => [done, ...before].slice(0, MOST_SENT_SHOWN))
        } catch (fault) {
          if (!(fault instanceof ApiError)) {
            // Such as a photo that the phone cannot read any more. The rest goes on.
            await changeOne(key, { refusal: '这台手机读不出这项操作，请放弃后重做' })
            throw fault
          }
          if (fault.error === 'network') setReached(false)
          if (afterFault(fault) === 'later') break
          await changeOne(key, { refusal: fault.message })
        }
        await show()
      }
    })
    await show()
  }, [staffId, show])
  return { waiting, sent, reached, show, sendAll }
}

/** Somebody else may have signed in, in another tab of this phone. Without an answer nothing is sent. */
async function isStill(staffId: number): Promise<boolean> {
  const me = await send(staffMe, {}).catch(() => undefined)
  return me?.id === staffId
}

async function nextKept(staffId: number): Promise<Waiting | undefined> {
  return nextOf(await readWaiting(), staffId)
}

/** When the page is opened or looked at again, when the network comes or goes, and now and then: a phone may have a network that leads nowhere. */
function useRegularly(work: () => Promise<void>): void {
  useEffect(() => {
    const now = () => void work()
    now()
    const timer = setInterval(now, AGAIN_SECONDS * 1000)
    window.addEventListener('online', now)
    window.addEventListener('offline', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
      window.removeEventListener('offline', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [work])
}
