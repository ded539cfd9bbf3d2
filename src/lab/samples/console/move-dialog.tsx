import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { sampleNoField } from '../contract.ts'
import { staffSampleList } from '../list-contract.ts'
import { mostMoved, type Shelf, shelfList, staffSampleMove } from '../shelves/shelf-contract.ts'
import css from './shelves.module.css'

/** Labels are scanned one after the other; then all samples move at once. */
export function MoveDialog({ shelf, onClose }: { shelf: Shelf; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [sampleNos, setSampleNos] = useState<string[]>([])
  const [fault, setFault] = useState<string>()
  const move = useAct(staffSampleMove, {
    quiet: true,
    refreshes: [shelfList, staffSampleList],
    onDone: ({ moved, stored, capacity }) => {
      const over = stored > capacity ? `，超出容量 ${stored - capacity} 个` : ''
      toast.success(`${moved} 个样品已移到 ${shelf.code}${over}`)
      onClose()
    },
  })
  /** A scanner types a number and Enter; several numbers may be pasted. */
  const add = () => {
    const numbers = typed.split(/[\s,，;；]+/).filter(Boolean)
    if (numbers.length === 0) return
    const read = numbers.map((text) => sampleNoField.safeParse(text))
    const wrong = numbers[read.findIndex(({ success }) => !success)]
    const all = [...new Set([...sampleNos, ...read.flatMap(({ data }) => (data === undefined ? [] : [data]))])]
    setFault(
      wrong !== undefined
        ? `“${wrong.slice(0, 30)}”不是样品编号`
        : all.length > mostMoved
          ? `一次最多移动 ${mostMoved} 个样品`
          : undefined,
    )
    setSampleNos(all.slice(0, mostMoved))
    setTyped('')
  }
  const send = () =>
    void move.submit({ sampleNos, shelfId: shelf.id }).catch((cause: unknown) => setFault((cause as Error).message))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`移入样品：${shelf.code}`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={move.busy} disabled={sampleNos.length === 0} onClick={send}>
            移入 {sampleNos.length} 个样品
          </Button>
        </>
      }
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Field label="样品编号" hint="扫描标签或输入编号后按回车，可一次粘贴多个" {...(fault ? { error: fault } : {})}>
          <TextInput autoCapitalize="characters" maxLength={2400} value={typed} onValue={setTyped} />
        </Field>
        <div className={css.scanned} role="status">
          {sampleNos.length === 0
            ? '还没有样品'
            : sampleNos.map((sampleNo) => (
                <Tag key={sampleNo} onRemove={() => setSampleNos(sampleNos.filter((other) => other !== sampleNo))}>
                  {sampleNo}
                </Tag>
              ))}
        </div>
      </form>
    </Dialog>
  )
}
