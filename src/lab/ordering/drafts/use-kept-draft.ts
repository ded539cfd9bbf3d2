import { useEffect, useState } from 'react'
import { readSession } from '../../../platform/client/session.ts'
import { beforeSignOut } from '../../../platform/client/shell-events.ts'
import { type Draft, type DraftData, DraftKeeper, type ShownDraft } from './draft-keeper.ts'

/** The draft as a page shows it. Unsent changes are saved when the person leaves the page or closes it. */
export function useKeptDraft(draft: Draft, person: string) {
  const [changes, setChanges] = useState<Partial<ShownDraft>>({})
  const [{ keeper, acts }] = useState(() =>
    keeperOf(draft, person, (change) => setChanges((now) => ({ ...now, ...change }))),
  )
  const shown: ShownDraft = { ...keeper.first, ...changes }
  useEffect(() => {
    const leave = () => {
      // After the session has ended only the copy in the browser can be kept.
      if (keeper.isWaiting && readSession('customer')) void keeper.save({ keepalive: true })
    }
    window.addEventListener('pagehide', leave)
    const stop = beforeSignOut(async () => keeper.isWaiting && keeper.save())
    return () => {
      stop()
      window.removeEventListener('pagehide', leave)
      leave()
      keeper.stopTimer()
    }
  }, [keeper])
  const settle = (decided: DraftData) => {
    if (shown.unsaved) keeper.settle(shown.unsaved, decided)
  }
  return { ...shown, ...acts, settle }
}

function keeperOf(draft: Draft, person: string, show: (change: Partial<ShownDraft>) => void) {
  const keeper = new DraftKeeper(draft, person, show)
  const acts = {
    set: (change: Partial<DraftData>) => keeper.set(change),
    now: () => keeper.now,
    keep: (step: number) => keeper.keep(step),
    finish: () => keeper.finish(),
  }
  return { keeper, acts }
}
