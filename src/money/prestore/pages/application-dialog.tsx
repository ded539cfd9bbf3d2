import { useState } from 'react'
import { fileUpload } from '../../../ground/files/contract.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileInput, type FileItem } from '../../../ui/file-input.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/form.tsx'
import { MoneyInput, TextInput } from '../../../ui/input.tsx'
import {
  type Application,
  prestoreApplyAdd,
  prestoreApplyEdit,
  prestoreApplyInit,
  prestoreApplyList,
} from '../contract.ts'
import { TransferInfo } from '../transfer-info.tsx'

const refreshes = [prestoreApplyList, prestoreApplyInit]

interface Props {
  info: OutputOf<typeof prestoreApplyInit>
  /** The application to correct; without it a new one is made. */
  edit?: Application
  onClose: () => void
  onSaved: () => void
}

/** Tells finance which transfer to expect. */
export function ApplicationDialog(props: Props) {
  return (
    <Dialog open onClose={props.onClose} title={props.edit ? '修改预存申请' : '申请预存'}>
      <ApplicationForm {...props} />
    </Dialog>
  )
}

function ApplicationForm({ info, edit, onClose, onSaved }: Props) {
  const add = useAct(prestoreApplyAdd, { refreshes })
  const change = useAct(prestoreApplyEdit, { refreshes })
  const form = useZodForm({
    schema: prestoreApplyAdd.input,
    initial: edit
      ? {
          amountFen: edit.amountFen,
          payerName: edit.payerName,
          transferredOn: edit.transferredOn,
          voucherFileId: edit.voucherFileId,
          remark: edit.remark,
        }
      : { payerName: info.payerName, transferredOn: info.today, voucherFileId: null, remark: '' },
    onSubmit: async (input) => {
      await (edit ? change.submit({ ...input, id: edit.id, version: edit.version }) : add.submit(input))
      onSaved()
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="预存申请">
      {!edit && <TransferInfo bank={info.bank} transferCode={info.transferCode} />}
      <FormRow>
        <Field label="转账金额" of={form.at('amountFen')} required hint="须与实际到账金额一致">
          <MoneyInput />
        </Field>
        <Field label="转账日期" of={form.at('transferredOn')} required>
          <TextInput type="date" max={info.today} />
        </Field>
      </FormRow>
      <Field label="付款户名" of={form.at('payerName')} required hint="银行账户的户名，如学校、公司或个人姓名">
        <TextInput autoComplete="organization" />
      </Field>
      <Field label="转账凭证" of={form.at('voucherFileId')} as="group" hint="选填，可加快核对；到账以银行流水为准">
        <VoucherInput fileId={form.values.voucherFileId ?? null} onFile={(id) => form.set('voucherFileId', id)} />
      </Field>
      <Field label="备注" of={form.at('remark')}>
        <TextInput maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {edit ? '保存并重新提交' : '提交申请'}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Uploads the file as soon as it is chosen; the form stores only its id. */
function VoucherInput({ fileId, onFile }: { fileId: number | null; onFile: (id: number | null) => void }) {
  const upload = useAct(fileUpload)
  const [item, setItem] = useState<FileItem | undefined>(
    fileId === null ? undefined : { key: 'kept', name: '已上传的凭证' },
  )
  const [file, setFile] = useState<File>()
  const send = async (chosen: File) => {
    const about = { key: chosen.name, name: chosen.name, sizeBytes: chosen.size }
    setFile(chosen)
    setItem({ ...about, progress: 0 })
    try {
      const kept = await upload.submit(
        { purpose: 'voucher' },
        { file: chosen, onProgress: (progress) => setItem({ ...about, progress }) },
      )
      setItem(about)
      onFile(kept.id)
    } catch (cause) {
      setItem({ ...about, error: (cause as Error).message })
    }
  }
  return (
    <FileInput
      aria-label="选择转账凭证"
      accept="image/*,application/pdf"
      limit="图片或 PDF，不超过 10 MB"
      items={item ? [item] : []}
      onFiles={([chosen]) => chosen && void send(chosen)}
      onRetry={() => file && void send(file)}
      onRemove={() => {
        setItem(undefined)
        onFile(null)
      }}
    />
  )
}
