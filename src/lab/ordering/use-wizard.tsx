import { createContext, type ReactNode, use } from 'react'
import { userInfo } from '../../people/customers/person-contract.ts'
import { planList } from '../plans/contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { draftGet } from './contract.ts'
import { draftDifferences, withTypedParts } from './drafts/typed-draft-rules.ts'
import { TypedDraftPanel } from './drafts/typed-draft-panel.tsx'
import { useKeptDraft } from './drafts/use-kept-draft.ts'

export type DraftData = OutputOf<typeof draftGet>['data']
export type PlanItem = OutputOf<typeof planList>['dataArr'][number]['items'][number]

export interface Wizard {
  data: DraftData
  /** Changes the draft; it is saved on the server shortly after. */
  set: (change: Partial<DraftData>) => void
  /** The draft with changes that are not rendered yet. A change of many rows builds on it, so that nothing typed meanwhile is lost. */
  now: () => DraftData
  /** Saves the draft now, at this step. False when another device saved in between. */
  keep: (step: number) => Promise<boolean>
  /** The furthest step reached so far, 1 to 6. */
  reached: number
  saving: boolean
  savedText: string
  /** The whole plan, and the lines chosen for this order. */
  plan: PlanItem[]
  lines: PlanItem[]
  /** The projects that may be proposed instead of a line's. */
  alternatives: OutputOf<typeof planList>['alternatives']
  /** Before the discount of coupons. */
  totalFen: number | null
  /** The order was placed: the server has deleted the draft, and it must not be saved again. */
  finish: () => void
}

const WizardContext = createContext<Wizard | null>(null)

export function useWizard(): Wizard {
  const wizard = use(WizardContext)
  if (!wizard) throw new Error('useWizard outside of WizardProvider')
  return wizard
}

/** Holds the draft for all steps. The server's copy is authoritative, so another device can continue. */
export function WizardProvider({ children }: { children: ReactNode }) {
  const draft = useCall(draftGet, {}, { alwaysAsk: true })
  const plan = useCall(planList, {})
  const me = useCall(userInfo, {})
  const failed = draft.error ?? plan.error ?? me.error
  if (failed && !(draft.data && plan.data && me.data)) {
    return (
      <div className="page">
        <ErrorState
          onRetry={() => {
            void draft.refetch()
            void plan.refetch()
            void me.refetch()
          }}
        >
          {failed.message}
        </ErrorState>
      </div>
    )
  }
  // The cached draft may be older than what another page has saved since.
  if (!draft.data || !plan.data || !me.data || !draft.isFetchedAfterMount) {
    return (
      <div className="page">
        <Skeleton lines={5} height={64} />
      </div>
    )
  }
  return (
    <Loaded
      first={draft.data}
      plan={itemsOf(plan.data)}
      alternatives={plan.data.alternatives}
      person={me.data.userInfo.personKey}
    >
      {children}
    </Loaded>
  )
}

const itemsOf = ({ dataArr }: OutputOf<typeof planList>) => dataArr.flatMap((group) => group.items)

function Loaded({
  first,
  plan: ownPlan,
  alternatives,
  person,
  children,
}: {
  first: OutputOf<typeof draftGet>
  plan: PlanItem[]
  alternatives: Wizard['alternatives']
  person: string
  children: ReactNode
}) {
  const { data, unsaved, settle, ...kept } = useKeptDraft(first, person)
  // Prices are those of who pays.
  const ofGroup = useCall(planList, { groupNo: data.groupNo }, { enabled: data.groupNo !== '' })
  const plan = data.groupNo !== '' && ofGroup.data ? itemsOf(ofGroup.data) : ownPlan
  const lines = data.planIds.flatMap((id) => plan.find((item) => item.id === id) ?? [])
  const totalFen = lines.some((line) => line.amountFen === null)
    ? null
    : lines.reduce((total, line) => total + (line.amountFen ?? 0), 0)
  const projectName = (id: number) => plan.find((item) => item.id === id)?.name ?? '已删除的项目'
  const differences = unsaved && draftDifferences(unsaved.base, unsaved.typed, unsaved.saved.data, projectName)
  return (
    <WizardContext value={{ data, ...kept, plan, lines, alternatives, totalFen }}>
      {unsaved && differences ? (
        <TypedDraftPanel
          typedAt={unsaved.at}
          elsewhere={unsaved.elsewhere}
          differences={differences}
          onChoose={(keys) => settle(withTypedParts(unsaved.saved.data, unsaved.typed, keys) as DraftData)}
        />
      ) : (
        children
      )}
    </WizardContext>
  )
}
