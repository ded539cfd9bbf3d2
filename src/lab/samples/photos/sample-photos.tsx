import { useState } from 'react'
import { staffFileUpload } from '../../../core/files/contract.ts'
import type { FileReader } from '../../../core/files/download-button.tsx'
import { ImagePreview } from '../../../core/files/image-preview.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { FileInput } from '../../../ui/inputs/file-input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { samplePhotos, staffSamplePhotoAdd, staffSamplePhotoRemove, staffSamplePhotos } from './photo-contract.ts'
import { mostPhotos } from './photo-rules.ts'
import css from './sample-photos.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

type Photos = OutputOf<typeof staffSamplePhotos>

interface Props {
  sampleNo: string
  as: FileReader
  /** Staff who may add photos and remove them. */
  edits?: boolean
}

/** The photos of one sample; staff take more with the camera of the phone. */
export function SamplePhotos({ sampleNo, as, edits = false }: Props) {
  const read = useCall(as === 'staff' ? staffSamplePhotos : samplePhotos, { sampleNo })
  return (
    <Loaded of={read}>
      {(found: Photos) => (
        <div className="stack">
          {found.photos.length === 0 && <p className={css.none}>还没有照片</p>}
          <ul role="list" aria-label={`样品 ${sampleNo} 的照片`} className={css.photos}>
            {found.photos.map((photo, index) => (
              <li key={photo.id} className={css.photo}>
                <ImagePreview fileId={photo.id} name={`样品 ${sampleNo} 的照片 ${index + 1}`} as={as} />
                <span className={css.facts}>
                  <span>{minuteText(photo.takenAt)}</span>
                  {photo.printed && <Tag>印在报告上</Tag>}
                  {edits && found.removable && <RemoveButton sampleNo={sampleNo} photo={photo} index={index} />}
                </span>
              </li>
            ))}
          </ul>
          {edits && found.photos.length < mostPhotos && <AddPhotos sampleNo={sampleNo} taken={found.photos.length} />}
        </div>
      )}
    </Loaded>
  )
}

function RemoveButton({
  sampleNo,
  photo,
  index,
}: {
  sampleNo: string
  photo: Photos['photos'][number]
  index: number
}) {
  const [asking, setAsking] = useState(false)
  const remove = useAct(staffSamplePhotoRemove, {
    refreshes: [staffSamplePhotos],
    onDone: () => toast.success('照片已删除'),
  })
  return (
    <>
      <Button variant="quiet" size="s" aria-label={`删除照片 ${index + 1}`} onClick={() => setAsking(true)}>
        删除
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.submit({ sampleNo, fileId: photo.id })}
        title={`删除照片 ${index + 1}`}
        confirmLabel="删除"
        danger
      >
        删除后不能恢复，客户也不再看到这张照片。
      </ConfirmDialog>
    </>
  )
}

interface Sending {
  key: string
  name: string
  file: File
  progress?: number
  error?: string
}

/** Each photo is sent at once, so that leaving the page loses none that was taken. One that failed stays with 重试. */
function AddPhotos({ sampleNo, taken }: { sampleNo: string; taken: number }) {
  const upload = useAct(staffFileUpload, { quiet: true })
  const add = useAct(staffSamplePhotoAdd, { quiet: true, refreshes: [staffSamplePhotos] })
  const [sending, setSending] = useState<Sending[]>([])
  const change = (key: string, how: Partial<Sending>) =>
    setSending((before) => before.map((one) => (one.key === key ? { ...one, ...how } : one)))
  const sendOne = async ({ key, file }: Sending) => {
    change(key, { progress: 0, error: undefined })
    try {
      const { id: fileId } = await upload.submit(
        { purpose: 'photo' },
        { file, onProgress: (progress: number) => change(key, { progress }) },
      )
      await add.submit({ sampleNo, fileId })
      setSending((before) => before.filter((one) => one.key !== key))
    } catch (caught) {
      change(key, { progress: undefined, error: (caught as Error).message })
    }
  }
  const send = async (files: File[]) => {
    const chosen = files
      .slice(0, mostPhotos - taken - sending.length)
      .map((file) => ({ key: crypto.randomUUID(), name: file.name, file }))
    setSending((before) => [...before, ...chosen])
    // One after another, since the connection of a phone is slow.
    for (const one of chosen) await sendOne(one)
  }
  return (
    <FileInput
      aria-label={`拍摄样品 ${sampleNo} 的照片`}
      accept="image/jpeg,image/png"
      capture="environment"
      multiple
      limit={`拍摄或选择 JPEG、PNG，每个样品最多 ${mostPhotos} 张，每张不超过 10 MB；客户可以看到`}
      items={sending.map(({ file, ...item }) => ({ ...item, sizeBytes: file.size }))}
      onFiles={(files) => void send(files)}
      onRemove={(key) => setSending((before) => before.filter((one) => one.key !== key))}
      onRetry={(key) => {
        const one = sending.find((each) => each.key === key)
        if (one) void sendOne(one)
      }}
    />
  )
}
