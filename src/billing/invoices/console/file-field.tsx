import { useState } from 'react'
import { staffFileUpload } from '../../../core/files/contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { FileInput, type FileItem } from '../../../ui/inputs/file-input.tsx'

/** Uploads a file of an invoice as soon as it is chosen; the form stores only its id. */
export function InvoiceFileInput({
  label,
  accept,
  onFile,
  onBusy,
}: {
  label: string
  accept: string
  onFile: (id: number | null) => void
  /** While a file is being sent, the form must not be submitted: it would be registered without the file. */
  onBusy: (change: 1 | -1) => void
}) {
  const upload = useAct(staffFileUpload)
  const [item, setItem] = useState<FileItem>()
  const [file, setFile] = useState<File>()
  const send = async (chosen: File) => {
    const about = { key: chosen.name, name: chosen.name, sizeBytes: chosen.size }
    setFile(chosen)
    setItem({ ...about, progress: 0 })
    onBusy(1)
    try {
      const onProgress = (progress: number) => setItem({ ...about, progress })
      const { id } = await upload.submit({ purpose: 'invoice' }, { file: chosen, onProgress })
      setItem(about)
      onFile(id)
    } catch (cause) {
      setItem({ ...about, error: (cause as Error).message })
    } finally {
      onBusy(-1)
    }
  }
  return (
    <FileInput
      aria-label={label}
      accept={accept}
      limit={`${accept.replaceAll('.', '').toUpperCase()}，不超过 10 MB`}
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
