import { useState } from 'react'
import type { Call } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FormRow } from '../../../ui/inputs/form.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DayAndStart } from '../day-and-start.tsx'
import { reservationAdd } from './add-contract.ts'

export interface SlotLine {
  lineId: number
  rid: number
  projectName: string
  leastMinutes: number
  mostMinutes: number
  stepMinutes: number
}

interface Props {
  orderNo: string
  lines: readonly SlotLine[]
  refreshes: readonly Call[]
}

/** One more slot for an order. The server says what it costs and refuses it when the price is agreed already. */
export function AddSlot(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="s" icon="plus" onClick={() => setOpen(true)}>
        添加时段
      </Button>
      {isOpen && <AddDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog({ orderNo, lines, refreshes, onClose }: Props & { onClose: () => void }) {
  const [lineId, setLine] = useState(lines[0]?.lineId ?? 0)
  const line = lines.find((each) => each.lineId === lineId) ?? lines[0]
  const [minutes, setMinutes] = useState(line?.leastMinutes ?? 0)
  const [date, setDate] = useState('')
  const [from, setFrom] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const add = useAct(reservationAdd, { refreshes })
  const submit = async () => {
    if (date === '' || from === null) return setFailure('请选择日期和开始时间')
    setFailure('')
    try {
      const { extraFen } = await add.submit({ orderNo, lineId, date, from, minutes })
      toast.success(extraFen === 0 ? '时段已添加，不另收费，等待确认' : '时段已添加，费用计入报价，等待确认')
      onClose()
    } catch (error) {
      setFailure((error as Error).message)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="添加时段"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={add.busy} onClick={() => void submit()}>
            添加此时段
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>不另收费的时段在到场前都可添加；会改变价格的时段只能在报价前添加，费用计入报价。</p>
        {lines.length > 1 && (
          <Field label="项目" required>
            <Select
              value={String(lineId)}
              onValue={(id) => {
                setLine(Number(id))
                setMinutes(lines.find((each) => each.lineId === Number(id))?.leastMinutes ?? 0)
                setFrom(null)
              }}
              options={lines.map((each) => ({ value: String(each.lineId), label: each.projectName }))}
            />
          </Field>
        )}
        <FormRow>
          <Field label="时长" required>
            <Select
              value={String(minutes)}
              onValue={(chosen) => {
                setMinutes(Number(chosen))
                setFrom(null)
              }}
              options={lengthsOf(line).map((each) => ({ value: String(each), label: `${each / 60} 小时` }))}
            />
          </Field>
          <DayAndStart
            date={date}
            from={from}
            of={{ rid: line?.rid, minutes, stepMinutes: line?.stepMinutes }}
            onChoose={(chosen) => {
              setDate(chosen.date)
              setFrom(chosen.from)
            }}
          />
        </FormRow>
        {failure && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function lengthsOf(line: SlotLine | undefined): number[] {
  if (!line) return []
  const { leastMinutes, mostMinutes, stepMinutes } = line
  return Array.from(
    { length: Math.floor((mostMinutes - leastMinutes) / stepMinutes) + 1 },
    (_, index) => leastMinutes + index * stepMinutes,
  )
}
