import { useEffect, useState, useSyncExternalStore } from 'react'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { FileInput, fileSizeText } from '../../../ui/inputs/file-input.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  staffUploadCancel,
  staffUploadDirect,
  staffUploadFinish,
  staffUploadPart,
  staffUploadPartAddress,
  staffUploadState,
  uploadCancel,
  uploadDirect,
  uploadFinish,
  uploadPart,
  uploadPartAddress,
  uploadState,
} from './part-contract.ts'
import { bytesPerSecond, timeLeftText } from './part-pace-rules.ts'
import {
  continueSending,
  currentSendings,
  dropSending,
  noSendings,
  pauseSending,
  type Sending,
  sendFiles,
  subscribe,
} from './part-queue.ts'
import { partLimits, uploadRefusals } from './part-rules.ts'
import { type BeginUpload, sendInParts, type Upload } from './part-sender.ts'
import css from './part-uploads.module.css'

const customerCalls = {
  part: uploadPart,
  state: uploadState,
  direct: uploadDirect,
  partAddress: uploadPartAddress,
  finish: uploadFinish,
  cancel: uploadCancel,
}
const staffCalls = {
  part: staffUploadPart,
  state: staffUploadState,
  direct: staffUploadDirect,
  partAddress: staffUploadPartAddress,
  finish: staffUploadFinish,
  cancel: staffUploadCancel,
}

const ASK_EVERY_MS = 1500

interface StaffHooks {
  signal: AbortSignal
  onProgress: (share: number) => void
  /** The network is away and sending continues by itself. */
  onWaiting: (waiting: boolean) => void
}

/**
 * Sends one file of staff in parts and waits until the server has checked it; answers its id. Chosen again after an interruption, the file
 * continues.
 */
export async function sendAsStaff(
  file: File,
  begin: BeginUpload,
  { signal, onProgress, onWaiting }: StaffHooks,
): Promise<number> {
  let begun: string | undefined
  const onBegun = (upload: Upload) => (begun = upload.uploadNo)
  const hooks = { signal, onBegun, onWaiting, onProgress: (done: number) => onProgress(done / file.size) }
  const { uploadNo } = await sendInParts(file, staffCalls, begin, hooks).catch(async (cause: unknown) => {
    // Nobody wants to go on with it.
    if (signal.aborted && begun !== undefined) await send(staffUploadCancel, { uploadNo: begun }).catch(() => undefined)
    throw cause
  })
  for (;;) {
    signal.throwIfAborted()
    const { state, fileId, refusedAs } = await send(staffUploadState, { uploadNo })
    if (refusedAs) throw new Error(uploadRefusals[refusedAs])
    if (state === 'ready' && fileId !== null) return fileId
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

export interface PartUploadsProps {
  as: 'customer' | 'staff'
  /** Tells apart what files are for, `data:MX1`. */
  target: string
  label: string
  /** What the server knows of uploads that are not complete. */
  uploads: readonly Upload[]
  begin: BeginUpload
  /** The list on the server has changed. */
  onChanged: () => void
  /** Files can be chosen. */
  open?: boolean
}

/** The files that this page is sending. */
export function useSendings(): readonly Sending[] {
  return useSyncExternalStore(subscribe, currentSendings, noSendings)
}

/** Chooses large files and shows what becomes of them: speed, time left, pause, continue after an interruption, cancel. */
export function PartUploads({ as, target, label, uploads, begin, onChanged, open = true }: PartUploadsProps) {
  const calls = as === 'staff' ? staffCalls : customerCalls
  const all = useSendings()
  const [cancelled, setCancelled] = useState<{ sending?: Sending; upload?: Upload }>()
  const known = new Set(uploads.map(({ uploadNo }) => uploadNo))
  const here = all.filter((sending) => sending.target === target || known.has(sending.uploadNo ?? ''))
  const elsewhere = uploads.filter(({ uploadNo }) => !all.some((sending) => sending.uploadNo === uploadNo))
  const checking = elsewhere.some(({ state }) => state === 'checking')
  useEffect(() => {
    if (!checking) return
    const timer = setInterval(onChanged, 1500)
    return () => clearInterval(timer)
  }, [checking, onChanged])
  const start = (files: File[]) => {
    const fitting = files.filter(({ size }) => size > 0 && size <= partLimits.mostBytes)
    const other = files.find((file) => !fitting.includes(file))
    if (other) toast.error(`「${other.name}」${other.size === 0 ? '是空文件' : '超过 2 GB，请拆分后上传'}`)
    sendFiles(target, fitting, { calls, begin, onFinished: onChanged })
  }
  const end = async () => {
    if (cancelled?.sending) dropSending(cancelled.sending.key)
    const uploadNo = cancelled?.upload?.uploadNo ?? cancelled?.sending?.uploadNo
    if (uploadNo) await send(calls.cancel, { uploadNo })
    onChanged()
  }
  return (
    <div className="stack" style={{ '--gap': 'var(--space-8)' } as React.CSSProperties}>
      {open && (
        <FileInput
          multiple
          aria-label={label}
          limit="每个不超过 2 GB，可一次选择多个；中断后再次选择同一文件即可接着传"
          onFiles={start}
        />
      )}
      {(here.length > 0 || elsewhere.length > 0) && (
        <ul role="list" className={css.list} aria-label="上传中的文件">
          {here.map((sending) => (
            <SendingRow key={sending.key} sending={sending} onCancel={() => setCancelled({ sending })} />
          ))}
          {elsewhere.map((upload) => (
            <UploadRow key={upload.uploadNo} upload={upload} onCancel={() => setCancelled({ upload })} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={cancelled !== undefined}
        onClose={() => setCancelled(undefined)}
        title="取消上传"
        confirmLabel="取消上传"
        danger
        onConfirm={end}
      >
        「{cancelled?.sending?.file.name ?? cancelled?.upload?.name}」已上传的部分将被删除。
      </ConfirmDialog>
    </div>
  )
}

const stateTexts: Record<Sending['state'], string> = {
  queued: '等待上传',
  sending: '',
  offline: '网络中断，恢复后自动继续',
  paused: '已暂停',
  failed: '',
}

function SendingRow({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { key, file, done, state, error } = sending
  const stopped = state === 'paused' || state === 'failed'
  return (
    <li className={css.item}>
      <Head name={file.name} size={file.size} share={done / file.size} />
      <span className={css.state} role={error ? 'alert' : undefined}>
        {error ? <span className={css.failed}>{error}</span> : stateTexts[state] || paceText(sending)}
      </span>
      <span className="cluster">
        {stopped ? (
          <Button size="s" aria-label={`继续上传 ${file.name}`} onClick={() => continueSending(key)}>
            {state === 'failed' ? '重试' : '继续'}
          </Button>
        ) : (
          <Button size="s" variant="quiet" aria-label={`暂停上传 ${file.name}`} onClick={() => pauseSending(key)}>
            暂停
          </Button>
        )}
        <Button size="s" variant="quiet" aria-label={`取消上传 ${file.name}`} onClick={onCancel}>
          取消
        </Button>
      </span>
    </li>
  )
}

function paceText({ done, file, pace }: Sending): string {
  const percent = `${Math.floor((done / file.size) * 100)}%`
  const speed = bytesPerSecond(pace)
  if (speed === undefined) return percent
  return `${percent} · ${fileSizeText(Math.round(speed))}/s · ${timeLeftText(file.size - done, speed)}`
}

/** An upload that no file of this page belongs to: from before a reload, from another device, or complete. */
function UploadRow({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name, size, state, refusedAs, received, partCount } = upload
  const share = received / partCount
  return (
    <li className={css.item}>
      <Head name={name} size={size} share={state === 'open' ? share : undefined} />
      <span className={css.state}>
        {state === 'checking' && '已传完，正在校验'}
        {state === 'open' && `已传 ${Math.floor(share * 100)}%，请再次选择这个文件接着传`}
        {refusedAs && <span className={css.failed}>{uploadRefusals[refusedAs]}</span>}
      </span>
      {state !== 'checking' && (
        <Button
          size="s"
          variant="quiet"
          aria-label={`${state === 'refused' ? '移除' : '取消上传'} ${name}`}
          onClick={onCancel}
        >
          {state === 'refused' ? '移除' : '取消'}
        </Button>
      )}
    </li>
  )
}

function Head({ name, size, share }: { name: string; size: number; share: number | undefined }) {
  return (
    <>
      <Icon name="file" size={18} />
      <span className={css.name}>{name}</span>
      <span className={`num ${css.size}`}>{fileSizeText(size)}</span>
      {share !== undefined && <progress className={css.progress} value={share} aria-label={`${name} 上传进度`} />}
    </>
  )
}
