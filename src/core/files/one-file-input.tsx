import { useRef, useState } from 'react'
import { useAct } from '../../platform/client/use-call.ts'
import { FileInput, type FileItem } from '../../ui/inputs/file-input.tsx'
import { fileUpload, staffFileUpload } from './contract.ts'
import { type CustomerPurpose, filePurposes, type StaffPurpose } from './rules.ts'

type Props = {
  label: string
  accept?: string
  /** What may be chosen, such as 图片或 PDF; the size that the server takes is added. */
  formats?: string
  /** What stands here for a file that was uploaded earlier. */
  keptName?: string | undefined
  onFile: (id: number | null) => void
  /** While a file is being sent, the form must not be submitted: it would be stored without the file. */
  onBusy: (busy: boolean) => void
} & ({ as: 'customer'; purpose: CustomerPurpose } | { as: 'staff'; purpose: StaffPurpose })

/** Uploads one file as soon as it is chosen; the form stores only its id. */
export function OneFileInput({ label, accept, formats, keptName, onFile, onBusy, ...of }: Props) {
  const upload = useUpload(of)
  const [item, setItem] = useState<FileItem | undefined>(keptName ? { key: 'kept', name: keptName } : undefined)
  const [file, setFile] = useState<File>()
  // A file that was removed or replaced while it was being sent is not the one of the form.
  const wanted = useRef<File>(undefined)
  const send = async (chosen: File) => {
    const about = { key: chosen.name, name: chosen.name, sizeBytes: chosen.size }
    const show = (more: Partial<FileItem>) => wanted.current === chosen && setItem({ ...about, ...more })
    wanted.current = chosen
    setFile(chosen)
    onFile(null)
    show({ progress: 0 })
    onBusy(true)
    try {
      const { id } = await upload(chosen, (progress) => show({ progress }))
      show({})
      if (wanted.current === chosen) onFile(id)
    } catch (cause) {
      show({ error: (cause as Error).message })
    } finally {
      if (wanted.current === chosen) onBusy(false)
    }
  }
  const most = `不超过 ${filePurposes[of.purpose].maxBytes / 1024 / 1024} MB`
  return (
    <FileInput
      aria-label={label}
      {...(accept ? { accept } : {})}
      limit={formats ? `${formats}，${most}` : most}
      items={item ? [item] : []}
      onFiles={([chosen]) => chosen && void send(chosen)}
      onRetry={() => file && void send(file)}
      onRemove={() => {
        wanted.current = undefined
        setItem(undefined)
        onBusy(false)
        onFile(null)
      }}
    />
  )
}

function useUpload(of: Pick<Props, 'as' | 'purpose'>) {
  const customer = useAct(fileUpload)
  const staff = useAct(staffFileUpload)
  return (file: File, onProgress: (progress: number) => void) =>
    of.as === 'customer'
      ? customer.submit({ purpose: of.purpose as CustomerPurpose }, { file, onProgress })
      : staff.submit({ purpose: of.purpose as StaffPurpose }, { file, onProgress })
}
