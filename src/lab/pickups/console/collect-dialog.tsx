import { useState } from 'react'
import { staffFileUpload } from '../../../core/files/contract.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { ApiError } from '../../../platform/client/transport.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { useTypedCopy } from '../../../platform/client/use-typed-copy.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FileInput } from '../../../ui/inputs/file-input.tsx'
import { NumberInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { pickupLimits } from '../rules.ts'
import { pickupCollect, type StaffPickup } from '../staff/staff-contract.ts'
import { pickupReads } from './reads.ts'

interface Photo {
  key: string
  name: string
  /** Missing after the page was loaded again: the photo was uploaded before. */
  file?: File
  /** Missing until it is uploaded. */
  id?: number
  progress?: number
  error?: string
}

type Props = { stop: StaffPickup; open: boolean; onClose: () => void }

/**
 * Count and photos at the door. The input belongs to the stop and not to the dialog: closing it or a lost connection keeps everything, and what
 * was uploaded survives a reload.
 */
export function CollectDialog({ stop, open, onClose }: Props) {
  const { count, setCount, photos, add, remove, uploadAll, forget } = useProof(stop)
  const collect = useAct(pickupCollect, { refreshes: pickupReads })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async () => {
    setBusy(true)
    setFailure('')
    try {
      const photoFileIds = await uploadAll()
      const parsed = pickupCollect.input.safeParse({ id: stop.id, version: stop.version, count, photoFileIds })
      if (!parsed.success) return setFailure(parsed.error.issues[0]?.message ?? '请检查填写的内容')
      await collect.submit(parsed.data)
      forget()
      toast.success('已登记取样')
      onClose()
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      const kept = caught.error === 'network' ? '填写的内容已保留，网络恢复后请再次提交。' : ''
      setFailure(`${caught.message}${kept && `。${kept}`}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`已取样：${stop.name}`}
      size="s"
      footer={
        <>
          <Button onClick={onClose}>稍后</Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            登记已取样
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="取到件数" required hint={`客户登记了 ${stop.sampleCount} 个样品`}>
          <NumberInput value={count ?? null} onValue={setCount} unit="件" inputMode="numeric" />
        </Field>
        <Field label="样品照片" required>
          <FileInput
            aria-label="拍摄样品照片"
            accept="image/*"
            capture="environment"
            multiple
            limit={`拍摄或选择，最多 ${pickupLimits.mostPhotos} 张，每张不超过 10 MB`}
            items={photos.map(({ key, name, file, progress, error }) => ({
              key,
              name,
              ...(file ? { sizeBytes: file.size } : {}),
              ...(progress === undefined ? {} : { progress }),
              ...(error === undefined ? {} : { error }),
            }))}
            onFiles={add}
            onRemove={remove}
            onRetry={() => void uploadAll().catch(() => undefined)}
          />
        </Field>
        {failure && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function useProof({ id, sampleCount }: StaffPickup) {
  const staff = useStaff()
  const upload = useAct(staffFileUpload, { quiet: true })
  const [count, setCount] = useState<number | undefined>(sampleCount)
  const [photos, setPhotos] = useState<Photo[]>([])
  const uploaded = photos.flatMap(({ key, name, id: fileId }) =>
    fileId === undefined ? [] : [{ key, name, id: fileId }],
  )
  const typed = useTypedCopy({
    person: `staff-${staff.id}`,
    form: `pickup-${id}`,
    values: { count, photos: uploaded },
    dirty: uploaded.length > 0 || count !== sampleCount,
    restore: (kept) => {
      setCount(kept.count)
      setPhotos(kept.photos)
    },
  })
  const change = (key: string, how: Partial<Photo>) =>
    setPhotos((before) => before.map((photo) => (photo.key === key ? { ...photo, ...how } : photo)))
  const uploadOne = async ({ key, file, id: known }: Photo): Promise<number> => {
    if (known !== undefined || !file) return known ?? 0
    change(key, { progress: 0, error: undefined })
    try {
      const onProgress = (progress: number) => change(key, { progress })
      const { id: fileId } = await upload.submit({ purpose: 'photo' }, { file, onProgress })
      change(key, { id: fileId, progress: undefined })
      return fileId
    } catch (caught) {
      change(key, { progress: undefined, error: (caught as Error).message })
      throw caught
    }
  }
  return {
    count,
    setCount,
    photos,
    add: (files: File[]) =>
      setPhotos((before) =>
        [...before, ...files.map((file) => ({ key: crypto.randomUUID(), name: file.name, file }))].slice(
          0,
          pickupLimits.mostPhotos,
        ),
      ),
    remove: (key: string) => setPhotos((before) => before.filter((photo) => photo.key !== key)),
    /** One after another, since the connection of a phone is slow. Photos that were uploaded before are not sent again. */
    uploadAll: async () => {
      const ids: number[] = []
      for (const photo of photos) ids.push(await uploadOne(photo))
      return ids
    },
    forget: typed.forget,
  }
}
