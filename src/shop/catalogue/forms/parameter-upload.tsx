import { useState } from 'react'
import { FileInput } from '../../../ui/inputs/file-input.tsx'
import type { FileField, FileValue } from './form-rules.ts'

/** Stores a file and answers its reference for the order. A rejection's message is shown with the file. */
export type UploadFile = (file: File) => Promise<FileValue>

type Travelling = { key: string; name: string; file: File; error?: string }
type Props = {
  field: FileField
  value: unknown
  onValue: (value: unknown) => void
  /** The accepted formats as text. */
  formats: string
  uploadFile: UploadFile
}

export default function ParameterUpload({ field, value, onValue, formats, uploadFile }: Props) {
  const [travelling, setTravelling] = useState<Travelling[]>([])
  const kept: FileValue[] = Array.isArray(value) ? value : []
  const most = field.most ?? 1
  const send = async (entry: Travelling) => {
    setTravelling((old) => [...old.filter((other) => other.key !== entry.key), entry])
    try {
      const stored = await uploadFile(entry.file)
      setTravelling((old) => old.filter((other) => other.key !== entry.key))
      onValue([...kept, stored].slice(-most))
    } catch (error) {
      const message = error instanceof Error ? error.message : '上传失败'
      setTravelling((old) => old.map((other) => (other.key === entry.key ? { ...other, error: message } : other)))
    }
  }
  // One file at a time, because each success replaces the whole list.
  const sendFirst = (files: File[]) => {
    const [file] = files
    if (file) void send({ key: `${file.name}-${file.lastModified}-${file.size}`, name: file.name, file })
  }
  const items = [
    ...kept.map((file) => ({ key: file.id, name: file.name })),
    ...travelling.map(({ key, name, error }) => ({ key, name, error, progress: error ? undefined : 0.5 })),
  ]
  return (
    <FileInput
      onFiles={sendFirst}
      items={items}
      accept={field.extensions.map((extension) => `.${extension}`).join(',')}
      disabled={kept.length >= most || travelling.some((entry) => !entry.error)}
      aria-label={field.label}
      limit={`${formats}，最多 ${most} 个`}
      onRetry={(key) => {
        const entry = travelling.find((other) => other.key === key)
        if (entry) void send({ key: entry.key, name: entry.name, file: entry.file })
      }}
      onRemove={(key) => {
        setTravelling((old) => old.filter((other) => other.key !== key))
        if (kept.some((file) => file.id === key)) onValue(kept.filter((file) => file.id !== key))
      }}
    />
  )
}
