import { useRef, useState } from 'react'
import { DownloadButton } from '../../ground/files/download-button.tsx'
import { fileUpload } from '../../ground/files/contract.ts'
import type { Call } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { orderDataAdd, orderDataDel, orderDataList } from './data-contract.ts'

type Travelling = { key: string; file: File; progress?: number; error?: string }
type Props = {
  /** Empty for the order that is being filled in. */
  orderNo: string
  refreshes?: readonly Call[]
}

/** Uploads and lists data files. They can be removed until the laboratory has registered them. */
export function DataFiles({ orderNo, refreshes = [] }: Props) {
  const list = useCall(orderDataList, { orderNo })
  const remove = useAct(orderDataDel, { refreshes: [orderDataList, ...refreshes] })
  return (
    <Loaded of={list}>
      {({ files, addable, removable }) => (
        <div className="stack">
          {addable && <Upload orderNo={orderNo} refreshes={refreshes} />}
          {files.length > 0 ? (
            <Table
              caption="已上传的数据文件"
              rows={files}
              rowKey={(file) => String(file.id)}
              columns={[
                { key: 'name', header: '文件', rowHeader: true, render: (file) => file.name },
                { key: 'size', header: '大小', align: 'end', render: (file) => sizeText(file.size) },
                {
                  key: 'at',
                  header: '上传时间',
                  render: (file) => <span className="num">{file.at.slice(0, 16)}</span>,
                },
                {
                  key: 'do',
                  header: '操作',
                  render: (file) => (
                    <span className="cluster">
                      <DownloadButton fileId={file.id} name={file.name} as="customer" />
                      {removable && (
                        <Button
                          size="s"
                          variant="quiet"
                          aria-label={`删除 ${file.name}`}
                          busy={remove.busy}
                          onClick={() => void remove.run({ orderNo, fileId: file.id })}
                        >
                          删除
                        </Button>
                      )}
                    </span>
                  ),
                },
              ]}
            />
          ) : (
            <p>还没有上传数据文件。</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Upload({ orderNo, refreshes = [] }: Props) {
  const [travelling, setTravelling] = useState<Travelling[]>([])
  const upload = useAct(fileUpload, { quiet: true })
  const add = useAct(orderDataAdd, { quiet: true, refreshes: [orderDataList, ...refreshes] })
  // One after the other: each file is attached to the order before the next upload starts.
  const queue = useRef<Promise<void>>(Promise.resolve())
  const change = (key: string, to: Partial<Travelling>) =>
    setTravelling((old) => old.map((entry) => (entry.key === key ? { ...entry, ...to } : entry)))
  const drop = (key: string) => setTravelling((old) => old.filter((entry) => entry.key !== key))
  const send = ({ key, file }: Travelling) => {
    queue.current = queue.current.then(async () => {
      try {
        const stored = await upload.submit(
          { purpose: 'data' },
          { file, onProgress: (progress) => change(key, { progress }) },
        )
        await add.submit({ orderNo, fileId: stored.id })
        drop(key)
      } catch (error) {
        setTravelling((old) =>
          old.map((entry) =>
            entry.key === key ? { key, file, error: (error as Error).message || '上传失败' } : entry,
          ),
        )
      }
    })
  }
  const start = (files: File[]) => {
    const entries = files.map((file) => ({ key: `${file.name}-${crypto.randomUUID()}`, file, progress: 0 }))
    setTravelling((old) => [...old, ...entries])
    for (const entry of entries) send(entry)
  }
  return (
    <FileInput
      multiple
      aria-label="选择数据文件"
      limit="每个不超过 100 MB，可一次选择多个；更大的数据请压缩，或联系客户经理"
      onFiles={start}
      items={travelling.map(({ key, file, progress, error }) => ({
        key,
        name: file.name,
        sizeBytes: file.size,
        ...(error ? { error } : { progress: progress ?? 0 }),
      }))}
      onRetry={(key) => {
        const entry = travelling.find((other) => other.key === key)
        if (!entry) return
        setTravelling((old) => old.map((other) => (other.key === key ? { key, file: entry.file, progress: 0 } : other)))
        send(entry)
      }}
      onRemove={drop}
    />
  )
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
