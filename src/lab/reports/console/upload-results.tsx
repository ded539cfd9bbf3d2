import { useRef, useState } from 'react'
import { sendAsStaff } from '../../../core/files/parts/part-uploads.tsx'
import { internalPurposes } from '../../../core/files/rules.ts'
import { send } from '../../../platform/client/transport.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { FileInput, type FileItem } from '../../../ui/inputs/file-input.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffReportDetail, staffReportMove, staffReportRemove } from '../contract.ts'
import { staffReportAdd, staffReportBegin, staffReportUpload } from '../results/upload-contract.ts'
import { sampleOfFile } from '../../../core/curves/data-rules.ts'
import { reportErrors } from '../errors.ts'
import { foreignNumbers, isResultKind } from '../results/result-name-rules.ts'
import { sameDataText } from '../results/same-data-rules.ts'
import type { ResultFile } from '../results/result-files.tsx'
import { type UploadedFile, uploadedText } from '../results/uploaded-rules.ts'
import type { StaffOrder } from '../../orders/staff/staff-contract.ts'
import css from './tasks.module.css'

interface Sending extends FileItem {
  file: File
}

const AWAY = '网络中断，恢复后自动继续'

/** Uploads files one after the other. The number in a file's name assigns it to its sample. */
export function UploadResults({
  order,
  withoutData,
}: {
  order: StaffOrder
  withoutData: readonly { sampleNo: string }[]
}) {
  const [items, setItems] = useState<Sending[]>([])
  /** Files whose names contain the number of another order; each needs a reason. */
  const [foreign, setForeign] = useState<Sending[]>([])
  const asked = foreign[0]
  const { submit: upload } = useAct(staffReportUpload, { refreshes: [staffReportDetail] })
  const { submit: add } = useAct(staffReportAdd, { refreshes: [staffReportDetail] })
  /** Stops the sending of a file that is removed. */
  const stops = useRef(new Map<string, AbortController>())
  const removed = useRef(new Set<string>())
  const numbers = order.samples.map((sample) => sample.sampleNo)
  const change = (key: string, part: Partial<Sending> | undefined) =>
    setItems((before) => before.flatMap((item) => (item.key !== key ? [item] : part ? [{ ...item, ...part }] : [])))

  /** Answers what was stored. */
  const sendOne = async (item: Sending, foreignReason = ''): Promise<UploadedFile | undefined> => {
    if (!isResultKind(item.file.name)) {
      change(item.key, { progress: undefined, error: reportErrors.notResultKind.message })
      return undefined
    }
    if (foreignReason === '' && foreignNumbers(item.file.name, order.orderNo, numbers).length > 0) {
      change(item.key, { progress: undefined, error: '文件名中的编号不属于此订单，未上传' })
      setForeign((before) => [...before.filter((other) => other.key !== item.key), item])
      return undefined
    }
    const stop = new AbortController()
    stops.current.set(item.key, stop)
    const { signal } = stop
    change(item.key, { progress: 0, note: '', error: undefined })
    try {
      const onProgress = (progress: number) => change(item.key, { progress, note: '' })
      const onWaiting = (waiting: boolean) => waiting && change(item.key, { note: AWAY })
      const entry = { orderNo: order.orderNo, foreignReason }
      const isLarge = item.file.size > internalPurposes.result.maxBytes
      const stored = isLarge
        ? await add({
            ...entry,
            fileId: await sendAsStaff(item.file, (start) => send(staffReportBegin, { ...start, ...entry }), {
              signal,
              onProgress,
              onWaiting,
            }),
          })
        : await upload(entry, { file: item.file, onProgress, signal })
      change(item.key, undefined)
      if (stored.sameAs) toast.error(`${stored.name}：${sameDataText(stored.sameAs)}`)
      return { ...stored, endedWithoutData: withoutData.some(({ sampleNo }) => sampleNo === stored.sampleNo) }
    } catch (cause) {
      if (signal.aborted) return undefined
      if (!(cause instanceof Error)) throw cause
      change(item.key, { progress: undefined, error: cause.message })
      return undefined
    }
  }
  /** One notice for what was sent together; the list below shows where each file went. */
  const tell = (stored: readonly (UploadedFile | undefined)[]) => {
    const text = uploadedText(stored.filter((file) => file !== undefined))
    if (text !== undefined) toast.success(text)
  }
  const sendAll = async (files: File[]) => {
    const added = files.map((file) => ({
      key: crypto.randomUUID(),
      file,
      name: `${file.name} → ${sampleOfFile(file.name, numbers) ?? '整个订单'}`,
      sizeBytes: file.size,
      progress: 0,
    }))
    setItems((before) => [...before, ...added])
    const stored: (UploadedFile | undefined)[] = []
    for (const item of added) if (!removed.current.has(item.key)) stored.push(await sendOne(item))
    tell(stored)
  }
  return (
    <div className={css.uploads}>
      <FileInput
        aria-label="选择数据文件"
        multiple
        limit="文件名中含样品编号的自动归到该样品，其余归整个订单；同名文件成为新版本。单个不超过 2 GB，200 MB 以上分片上传，中断后再次选择同一文件即可接着传"
        items={items}
        onFiles={(files) => void sendAll(files)}
        onRemove={(key) => {
          removed.current.add(key)
          stops.current.get(key)?.abort()
          change(key, undefined)
        }}
        onRetry={(key) => {
          const item = items.find((candidate) => candidate.key === key)
          if (item) void sendOne(item).then((file) => tell([file]))
        }}
      />
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setForeign((before) => before.filter((item) => item.key !== asked.key))}
          title="文件可能属于其他订单"
          confirmLabel="仍要上传"
          danger
          reason={{ label: '上传原因', required: true, maxLength: 200 }}
          onConfirm={async ({ reason }) => {
            tell([await sendOne(asked, reason)])
          }}
        >
          {asked.file.name} 中的编号 {foreignNumbers(asked.file.name, order.orderNo, numbers).join('、')} 不属于订单{' '}
          {order.orderNo}，可能是其他客户的数据。确认属于此订单才上传；原因会显示给审核员。
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Removes a file that was uploaded to the wrong order. A delivered file can only be replaced. */
export function RemoveFile({ orderNo, file }: { orderNo: string; file: ResultFile }) {
  const [open, setOpen] = useState(false)
  const { submit: remove } = useAct(staffReportRemove, { refreshes: [staffReportDetail] })
  return (
    <>
      <Button size="s" variant="quiet" icon="trash" aria-label={`移除 ${file.name}`} onClick={() => setOpen(true)} />
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="移除文件"
        confirmLabel="移除"
        danger
        onConfirm={async () => {
          await remove({ orderNo, fileId: file.id })
          toast.success('文件已移除')
        }}
      >
        {file.name} 将从此订单移除。
      </ConfirmDialog>
    </>
  )
}

/** Assigns a file to another sample, or to the whole order. */
export function MoveFile({ order, file }: { order: StaffOrder; file: ResultFile }) {
  const { submit: move, busy } = useAct(staffReportMove, { refreshes: [staffReportDetail] })
  return (
    <Select
      aria-label={`${file.name} 所属样品`}
      value={file.sampleNo}
      disabled={busy}
      style={{ minWidth: 0 }}
      onValue={(sampleNo) => {
        void move({ orderNo: order.orderNo, fileId: file.id, sampleNo }).then(
          () => toast.success(`${file.name} → ${sampleNo || '整个订单'}`),
          (cause: Error) => toast.error(cause.message),
        )
      }}
      options={[
        { value: '', label: '整个订单' },
        ...order.samples.map(({ sampleNo, name }) => ({ value: sampleNo, label: `${sampleNo} ${name}` })),
      ]}
    />
  )
}
