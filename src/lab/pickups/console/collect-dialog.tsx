import { useRef, useState } from 'react'
import { staffFileUpload } from '../../../ground/files/contract.ts'
import type { Call } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { FormActions } from '../../../ui/form.tsx'
import { NumberInput } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { pickupLimits } from '../rules.ts'
import { pickupCollect, type StaffPickup } from '../staff-contract.ts'
import { Exception, exceptionOf } from '../submit-exception.tsx'

type Props = { stop: StaffPickup; onClose: () => void; refreshes: readonly Call[] }

/**
 * Count and photos as the proof of what was fetched. Photos that arrived are not sent again when the connection breaks: the driver presses
 * once more.
 */
export function CollectDialog({ stop, onClose, refreshes }: Props) {
  const [count, setCount] = useState<number | null>(stop.sampleCount)
  const [photos, setPhotos] = useState<File[]>([])
  const [failure, setFailure] = useState('')
  const sent = useRef(new Map<File, number>())
  const upload = useAct(staffFileUpload)
  const collect = useAct(pickupCollect, { refreshes })
  const submit = async () => {
    setFailure('')
    if (count === null || count < 1 || count > pickupLimits.mostPieces) return setFailure('请填写取到的件数')
    if (photos.length === 0) return setFailure('请拍摄样品照片')
    try {
      for (const file of photos)
        if (!sent.current.has(file)) sent.current.set(file, (await upload.submit({ purpose: 'photo' }, { file })).id)
      const photoFileIds = photos.map((file) => sent.current.get(file) ?? 0)
      await collect.submit({ id: stop.id, version: stop.version, count, photoFileIds })
      toast.success('已登记取样')
      onClose()
    } catch (caught) {
      setFailure(exceptionOf(caught))
    }
  }
  return (
    <Dialog open onClose={onClose} title={`已取样 ${stop.pickupNo}`} size="s">
      <div className="stack">
        <Field label="取到的件数" required hint={`订单登记 ${stop.sampleCount} 个样品`}>
          <NumberInput value={count} onValue={(next) => setCount(next ?? null)} unit="件" />
        </Field>
        <Field label="样品照片" as="group" required>
          <FileInput
            aria-label="样品照片"
            accept="image/*"
            multiple
            limit={`最多 ${pickupLimits.mostPhotos} 张`}
            items={photos.map((file, index) => ({ key: String(index), name: file.name, sizeBytes: file.size }))}
            onFiles={(files) => setPhotos((before) => [...before, ...files].slice(0, pickupLimits.mostPhotos))}
            onRemove={(key) => setPhotos((before) => before.filter((_, index) => String(index) !== key))}
          />
        </Field>
        <Exception text={failure} />
        <FormActions>
          <Button variant="primary" busy={upload.busy || collect.busy} onClick={() => void submit()}>
            登记已取样
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}
