import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { groupNames } from '../../../people/customers/rules.ts'
import { requestLogin } from '../../../people/sign-in/dialog/login-request.tsx'
import { useSignedIn } from '../../../platform/client/use-session.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { NumberInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { useStickyBottom } from '../../../ui/shell/sticky-bottom.ts'
import { ForecastBefore } from '../../../lab/orders/forecast/forecast-before.tsx'
import { BookedSlot } from '../../../lab/bookings/booked-slot.tsx'
import { ParameterForm } from '../../../shop/catalogue/forms/parameter-form.tsx'
import type { UploadFile } from '../../../shop/catalogue/forms/parameter-upload.tsx'
import { PriceBreakdown } from '../../../shop/catalogue/prices/price-breakdown.tsx'
import { type Price, priceGroups, priceOf } from '../../../shop/catalogue/prices/price-rules.ts'
import css from './order-section.module.css'
import { DetailSection } from './section.tsx'
import type { Project } from './summary.tsx'
import { type OrderDraft, useOrderDraft } from './use-order-draft.ts'
import { useOwnGroup } from './use-own-group.ts'

const MOST_SAMPLES = 99

const uploadFile: UploadFile = async (file) => (await import('./signed-in.ts')).uploadData(file)

/** The parameter form with its price, and a bar with price and button at the bottom of the window. */
export function OrderSection({ project, children }: { project: Project; children: ReactNode }) {
  const draft = useOrderDraft(project)
  const signedIn = useSignedIn('customer')
  const ownGroup = useOwnGroup()
  const group = ownGroup ?? draft.group
  const price = usePricing(project)({
    rule: project.rule,
    form: project.form,
    values: draft.parameters.values,
    group,
    sampleCount: draft.sampleCount,
    urgent: draft.urgent,
  })
  const adding = useAdding(project, draft)
  // Deferred, so that fields whose scripts are on the way stay (decision 0136).
  const upload = useDeferredValue(signedIn ? uploadFile : undefined)
  const groupOfNotes = useDeferredValue(group)
  return (
    <>
      <div className="page">
        <DetailSection id="order" title="参数与下单" noPrint>
          <div className={css.columns}>
            <div className={css.form}>
              <ParameterForm
                form={project.form}
                parameters={draft.parameters}
                rule={project.rule}
                group={groupOfNotes}
                rid={project.rid}
                slotControl={BookedSlot}
                uploadFile={upload}
              />
            </div>
            <div className={css.side}>
              <Choices project={project} draft={draft} ownGroup={ownGroup !== undefined} />
              <PriceBreakdown price={price} note="预估价；样品实际情况与所填不同时，按同一价格表结算差价。" />
              <Added adding={adding} />
              <Button variant="cta" icon="flask" wide busy={adding.busy} onClick={() => void adding.add()}>
                加入实验方案
              </Button>
            </div>
          </div>
        </DetailSection>
        {children}
      </div>
      <PriceBar price={price} busy={adding.busy} onAdd={() => void adding.add()} />
    </>
  )
}

function Choices({ project, draft, ownGroup }: { project: Project; draft: OrderDraft; ownGroup: boolean }) {
  const urgentPercent = project.rule.kind === 'rated' ? project.rule.urgentPercent : undefined
  return (
    <>
      {!ownGroup && (
        <Field label="客户类型" as="group">
          <RadioGroup
            value={draft.group}
            onValue={draft.setGroup}
            options={priceGroups.map((group) => ({ value: group, label: groupNames[group] }))}
          />
        </Field>
      )}
      <Field
        label="样品数量"
        hint={draft.sampleCount === MOST_SAMPLES ? `每项最多 ${MOST_SAMPLES} 个，更多请分项加入` : undefined}
      >
        <NumberInput
          value={draft.sampleCount}
          onValue={(count) => draft.setSampleCount(Math.min(MOST_SAMPLES, Math.max(1, Math.round(count ?? 1))))}
          min={1}
          max={MOST_SAMPLES}
          unit="个"
        />
      </Field>
      <Checkbox
        value={draft.urgent}
        onValue={draft.setUrgent}
        note={urgentPercent ? `按总价的 ${urgentPercent / 100} 倍` : '需客户经理报价'}
      >
        加急
      </Checkbox>
      <ForecastBefore lines={[{ rid: project.rid, urgent: draft.urgent }]} />
    </>
  )
}

function Added({ adding }: { adding: ReturnType<typeof useAdding> }) {
  if (adding.problem !== undefined)
    return (
      <p role="alert" className={css.problem}>
        {adding.problem}
      </p>
    )
  if (adding.planCount === undefined) return null
  return (
    <div role="status" className={css.added}>
      <span>已加入实验方案，共 {adding.planCount} 项。</span>
      <ButtonLink to="/experiment/plan" size="s">
        查看方案
      </ButtonLink>
    </div>
  )
}

function PriceBar({ price, busy, onAdd }: { price: Price; busy: boolean; onAdd: () => void }) {
  const bar = useRef<HTMLDivElement>(null)
  useStickyBottom(bar)
  return (
    <div ref={bar} className={`${css.bar} no-print`}>
      <div className={`page ${css.barRow}`}>
        <span className={css.total}>
          {price.kind === 'priced' ? (
            <>
              预估 <Money fen={price.totalFen} price />
            </>
          ) : (
            '需报价'
          )}
        </span>
        <Button variant="cta" busy={busy} onClick={onAdd}>
          加入实验方案
        </Button>
      </div>
    </div>
  )
}

/** The pricing function. Surcharges for evenings and Sundays are rules of appointments, loaded only for projects that book a slot. */
function usePricing({ form }: Project): typeof priceOf {
  const [pricing, setPricing] = useState<typeof priceOf>(() => priceOf)
  const booked = form.fields.some((field) => field.kind === 'slot')
  useEffect(() => {
    if (booked) void import('../../../lab/plans/rules.ts').then(({ planPriceOf }) => setPricing(() => planPriceOf))
  }, [booked])
  return pricing
}

function useAdding({ rid, formVersion }: Project, draft: OrderDraft) {
  const signedIn = useSignedIn('customer')
  const [busy, setBusy] = useState(false)
  // The message belongs to the values it was shown for: it disappears when they change.
  const [problem, setProblem] = useState<{ text: string; of: OrderDraft['parameters']['values'] }>()
  const { values } = draft.parameters
  const say = (text: string | undefined) => setProblem(text === undefined ? undefined : { text, of: values })
  const [planCount, setPlanCount] = useState<number>()
  const attempt = useRef<{ key: string; text: string }>(undefined)
  const add = async () => {
    setProblem(undefined)
    setPlanCount(undefined)
    if (!signedIn) return requestLogin({ view: 'signIn', returnTo: `/detail/${rid}` })
    setBusy(true)
    try {
      const checked = await draft.parameters.check()
      if (!checked.ok) return say(checked.issues[0]?.message)
      const input = {
        rid,
        formVersion,
        parameters: checked.values,
        sampleCount: draft.sampleCount,
        urgent: draft.urgent,
      }
      const text = JSON.stringify(input)
      if (attempt.current?.text !== text) attempt.current = { key: crypto.randomUUID(), text }
      const { addToPlan } = await import('./signed-in.ts')
      const added = await addToPlan(input, attempt.current.key)
      setPlanCount(added.planCount)
      say(added.problem)
      if (added.fields) draft.parameters.showRefusal(added.fields)
      if (added.planCount === undefined) return
      attempt.current = undefined
      draft.forget()
    } finally {
      setBusy(false)
    }
  }
  return { add, busy, problem: problem?.of === values ? problem.text : undefined, planCount }
}
