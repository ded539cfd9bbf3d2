import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, Select, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type Shelf, shelfAdd, shelfEdit, shelfList, shelfRemove } from '../shelves/shelf-contract.ts'
import { type Temperature, temperatureLabels } from '../shelves/shelf-rules.ts'

interface Props {
  /** Missing: a new one. */
  shelf?: Shelf
  onClose: () => void
}

export function ShelfDialog({ shelf, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={shelf ? `修改架位 ${shelf.code}` : '新增架位'}>
      <ShelfForm {...(shelf ? { shelf } : {})} onClose={onClose} />
      {shelf && <RemoveShelf shelf={shelf} onClose={onClose} />}
    </Dialog>
  )
}

function ShelfForm({ shelf, onClose }: Props) {
  const add = useAct(shelfAdd, { refreshes: [shelfList] })
  const edit = useAct(shelfEdit, { refreshes: [shelfList] })
  const form = useZodForm({
    schema: shelfAdd.input,
    initial: {
      code: shelf?.code ?? '',
      name: shelf?.name ?? '',
      room: shelf?.room ?? '',
      temperature: shelf?.temperature ?? ('room' as Temperature),
      capacity: shelf?.capacity ?? 60,
    },
    onSubmit: async (input) => {
      if (shelf) await edit.submit({ id: shelf.id, version: shelf.version, ...input })
      else await add.submit(input)
      toast.success(shelf ? '架位已修改' : '架位已新增')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="架位资料">
      <FormRow>
        <Field label="架位编号" of={form.at('code')} required hint="柜-层，如 A-03；层上的位置写作 A-03-02">
          <TextInput maxLength={20} autoCapitalize="characters" autoComplete="off" />
        </Field>
        <Field label="名称" of={form.at('name')}>
          <TextInput maxLength={40} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="房间" of={form.at('room')} required>
          <TextInput maxLength={40} />
        </Field>
        <Field label="温度" of={form.at('temperature')} required>
          <Select
            options={Object.entries(temperatureLabels).map(([value, label]) => ({
              value: value as Temperature,
              label,
            }))}
          />
        </Field>
        <Field label="容量" of={form.at('capacity')} required>
          <NumberInput unit="个" inputMode="numeric" />
        </Field>
      </FormRow>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}

function RemoveShelf({ shelf, onClose }: { shelf: Shelf; onClose: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useAct(shelfRemove, { refreshes: [shelfList], onDone: () => toast.success('架位已删除') })
  if (shelf.stored > 0) return <p>架位上有 {shelf.stored} 个样品，移走后才能改编号或删除。</p>
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setAsking(true)}>
        删除这个架位…
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await remove.submit({ id: shelf.id, version: shelf.version })
          onClose()
        }}
        title={`删除架位 ${shelf.code}`}
        confirmLabel="删除"
        danger
      >
        删除后收样时不能再选择它。
      </ConfirmDialog>
    </>
  )
}
