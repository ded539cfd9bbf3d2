import { useState } from 'react'
import { userInfo } from '../../people/customers/person-contract.ts'
import { deviceDetail } from '../../shop/site/contract.ts'
import { BookedSlot } from '../bookings/booked-slot.tsx'
import { ParameterForm } from '../../shop/catalogue/forms/parameter-form.tsx'
import { PriceBreakdown } from '../../shop/catalogue/prices/price-breakdown.tsx'
import { knownValues, useParameters } from '../../shop/catalogue/forms/use-parameters.tsx'
import type { OutputOf } from '../../platform/contract/call.ts'
import type { UploadFile } from '../../shop/catalogue/forms/parameter-upload.tsx'
import { fileUpload } from '../../core/files/contract.ts'
import { ApiError, send } from '../../platform/client/transport.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { useTypedCopy } from '../../platform/client/use-typed-copy.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/choice.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { NumberInput } from '../../ui/inputs/input.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { planEdit, planList } from './contract.ts'
import type { PlanItem } from './plan-table.tsx'
import { planLimits, planPriceOf } from './rules.ts'

/** Edits the parameters of a plan line in the current form, and shows the price. */
export function EditLineDialog({ item, onClose }: { item: PlanItem; onClose: () => void }) {
  const project = useCall(deviceDetail, { rid: item.rid })
  if (project.data) return <Editor item={item} project={project.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={item.name} size="l">
      {project.error ? (
        <ErrorState onRetry={() => void project.refetch()}>{project.error.message}</ErrorState>
      ) : (
        <Skeleton lines={5} height={40} />
      )}
    </Dialog>
  )
}

const uploadData: UploadFile = async (file) => {
  const stored = await send(fileUpload, { purpose: 'data' }, { file, idempotencyKey: crypto.randomUUID() })
  return { id: String(stored.id), name: stored.name }
}

type EditorProps = { item: PlanItem; project: OutputOf<typeof deviceDetail>; onClose: () => void }

function Editor({ item, project, onClose }: EditorProps) {
  const parameters = useParameters(project.form, item.parameters)
  const [count, setCount] = useState<number | undefined>(item.count)
  const [urgent, setUrgent] = useState(item.urgent)
  const [failure, setFailure] = useState('')
  const me = useCall(userInfo, {})
  const group = me.data?.userInfo.group ?? 'individual'
  const edit = useAct(planEdit, {
    refreshes: [planList],
    onDone: () => {
      typed.forget()
      toast.success('方案已更新')
      onClose()
    },
  })
  const values = { parameters: parameters.values, count, urgent }
  const [before] = useState(() => JSON.stringify(values))
  const typed = useTypedCopy({
    person: me.data?.userInfo.personKey,
    form: `plan-${item.id}`,
    values,
    dirty: JSON.stringify(values) !== before,
    restore: (left) => {
      parameters.replace(knownValues(project.form, left.parameters))
      setCount(left.count)
      setUrgent(left.urgent)
    },
  })
  const countProblem =
    count === undefined || !Number.isInteger(count) || count < 1 || count > planLimits.samplesPerLine
      ? '样品数量应为 1–99 的整数'
      : undefined
  const price = planPriceOf({
    rule: project.rule,
    form: project.form,
    values: parameters.values,
    group,
    sampleCount: count ?? 1,
    urgent,
  })
  const save = async () => {
    const checked = await parameters.check()
    if (!checked.ok || countProblem || count === undefined) return
    setFailure('')
    try {
      await edit.submit({
        id: item.id,
        formVersion: project.formVersion,
        parameters: checked.values,
        sampleCount: count,
        urgent,
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The form calls its fields `values.<field>`, the call `parameters.<field>`.
      parameters.showRefusal(
        Object.fromEntries(
          Object.entries(error.fields).map(([path, text]) => [path.replace(/^parameters\./, 'values.'), text]),
        ),
      )
      setFailure(error.message)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={item.name}
      size="l"
      footer={
        <>
          <Button
            onClick={() => {
              typed.forget()
              onClose()
            }}
          >
            取消
          </Button>
          <Button variant="primary" busy={edit.busy} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      <div className="stack">
        {typed.restored && <p role="status">已恢复您上次没有保存的修改。</p>}
        <ParameterForm
          form={project.form}
          parameters={parameters}
          rule={project.rule}
          group={group}
          rid={item.rid}
          slotControl={BookedSlot}
          uploadFile={uploadData}
        />
        <Field label="样品数量" required error={countProblem}>
          <NumberInput value={count ?? null} onValue={setCount} unit="个" inputMode="numeric" />
        </Field>
        {project.rule.kind === 'rated' && project.rule.urgentPercent !== undefined && (
          <Checkbox value={urgent} onValue={setUrgent} note={`费用为 ${project.rule.urgentPercent / 100} 倍，优先安排`}>
            加急
          </Checkbox>
        )}
        <PriceBreakdown price={price} />
        {failure && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}
