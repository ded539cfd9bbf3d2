import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { planList } from '../plans/contract.ts'
import type { OutputOf } from '../platform/contract/call.ts'
import { ApiError } from '../platform/client/transport.ts'
import { useAct, useCall } from '../platform/client/use-call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { draftGet, draftSave } from './contract.ts'

export type DraftData = OutputOf<typeof draftGet>['data']
export type PlanItem = OutputOf<typeof planList>['dataArr'][number]['items'][number]

export interface Wizard {
  data: DraftData
  /** Changes the draft; it is kept on the server a moment later. */
  set: (change: Partial<DraftData>) => void
  /** Keeps the draft now, as being at this step. False when another device was there in between. */
  keep: (step: number) => Promise<boolean>
  saving: boolean
  savedText: string
  /** The whole plan, and the lines of it that this order is made of. */
  plan: PlanItem[]
  lines: PlanItem[]
  totalFen: number | null
  /** The order was placed: the draft is gone on the server and is not to be written again. */
  finish: () => void
}

const WizardContext = createContext<Wizard | null>(null)

export function useWizard(): Wizard {
  const wizard = use(WizardContext)
  if (!wizard) throw new Error('useWizard outside of WizardProvider')
  return wizard
}

const SAVE_AFTER_MS = 1500

/** Holds the draft for all steps: one copy in the page, the truth on the server, so another device can go on. */
export function WizardProvider({ children }: { children: ReactNode }) {
  const draft = useCall(draftGet, {})
  const plan = useCall(planList, {})
  const failed = draft.error ?? plan.error
  if (failed && !(draft.data && plan.data)) {
    return (
      <div className="page">
        <ErrorState
          onRetry={() => {
            void draft.refetch()
            void plan.refetch()
          }}
        >
          {failed.message}
        </ErrorState>
      </div>
    )
  }
  if (!draft.data || !plan.data) {
    return (
      <div className="page">
        <Skeleton lines={5} height={64} />
      </div>
    )
  }
  const items = plan.data.dataArr.flatMap((group) => group.items)
  return (
    <Loaded first={draft.data} plan={items}>
      {children}
    </Loaded>
  )
}

function Loaded({
  first,
  plan,
  children,
}: {
  first: OutputOf<typeof draftGet>
  plan: PlanItem[]
  children: ReactNode
}) {
  const [data, setData] = useState(first.data)
  const { save, reload, saving, savedText, conflict, finish } = useSavedDraft(first, setData)
  const latest = useRef(data)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const step = useRef(first.step)
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = useCallback(
    (change: Partial<DraftData>) => {
      latest.current = { ...latest.current, ...change }
      setData(latest.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(step.current, latest.current), SAVE_AFTER_MS)
    },
    [save],
  )
  const keep = useCallback(
    (at: number) => {
      clearTimeout(timer.current)
      step.current = at
      return save(at, latest.current)
    },
    [save],
  )
  const lines = data.planIds.flatMap((id) => plan.find((item) => item.id === id) ?? [])
  const totalFen = lines.some((line) => line.amountFen === null)
    ? null
    : lines.reduce((total, line) => total + (line.amountFen ?? 0), 0)
  const value: Wizard = {
    ...{ data, set, keep, saving, savedText, plan, lines, totalFen },
    finish: () => {
      clearTimeout(timer.current)
      finish()
    },
  }
  return (
    <WizardContext value={value}>
      {conflict && (
        <div role="alert" className="page" style={{ paddingBlock: 'var(--space-12)' }}>
          <strong>此订单已在另一台设备或页面上修改。</strong> 这里的改动没有保存。{' '}
          <Button
            size="s"
            onClick={async () => {
              const fresh = await reload()
              if (fresh) latest.current = fresh
            }}
          >
            载入最新内容
          </Button>
        </div>
      )}
      {children}
    </WizardContext>
  )
}

/** Writes one after the other, each over the version the last one gave. */
function useSavedDraft(first: OutputOf<typeof draftGet>, setData: (data: DraftData) => void) {
  const version = useRef(first.version)
  const finished = useRef(false)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const [savedText, setSavedText] = useState('')
  const [conflict, setConflict] = useState(false)
  const { submit, busy } = useAct(draftSave)
  const draft = useCall(draftGet, {}, { enabled: false })
  const save = useCallback(
    (step: number, data: DraftData): Promise<boolean> => {
      const work = queue.current.then(async () => {
        if (finished.current) return true
        try {
          version.current = (await submit({ version: version.current, step, data })).version
          setSavedText(`草稿已保存 ${new Date().toTimeString().slice(0, 5)}`)
          return true
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          if (error.error === 'draftConflict') setConflict(true)
          setSavedText(error.error === 'draftConflict' ? '未保存' : `未能保存：${error.message}`)
          return false
        }
      })
      queue.current = work
      return work
    },
    [submit],
  )
  const { refetch } = draft
  const reload = useCallback(async () => {
    const { data } = await refetch()
    if (!data) return undefined
    version.current = data.version
    setData(data.data)
    setConflict(false)
    setSavedText('已载入最新内容')
    return data.data
  }, [refetch, setData])
  const finish = useCallback(() => {
    finished.current = true
  }, [])
  return { save, reload, saving: busy, savedText, conflict, finish }
}
