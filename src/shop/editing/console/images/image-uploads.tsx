import { useState } from 'react'
import { ApiError } from '../../../../platform/client/transport.ts'
import { useAct } from '../../../../platform/client/use-call.ts'
import { FileInput, type FileItem } from '../../../../ui/inputs/file-input.tsx'
import { toast } from '../../../../ui/feedback/toast.tsx'
import { contentImageList, contentImageUpload } from '../../../media/image-contract.ts'
import { contentImageIndex } from '../../images/library-contract.ts'

interface Upload extends FileItem {
  file: File
}

/** Several pictures at once, one after the other, because encoding one keeps a core busy. A picture that was refused stays with its reason. */
export function ImageUploads() {
  const [uploads, setUploads] = useState<Upload[]>([])
  const upload = useAct(contentImageUpload, { refreshes: [contentImageIndex, contentImageList] })
  const change = (key: string, to: Partial<FileItem> | undefined) =>
    setUploads((list) =>
      list.flatMap((each) => (each.key !== key ? [each] : to === undefined ? [] : [{ ...each, ...to }])),
    )
  const send = async (chosen: readonly Upload[]) => {
    let done = 0
    const known: string[] = []
    for (const { key, file } of chosen) {
      try {
        const kept = await upload.submit(
          {},
          {
            file,
            onProgress: (progress) =>
              change(key, { progress, name: progress >= 1 ? `${file.name}（正在生成各种尺寸）` : file.name }),
          },
        )
        change(key, undefined)
        if (kept.known) known.push(kept.name)
        else done += 1
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        change(key, { name: file.name, error: error.message })
      }
    }
    if (done > 0) toast.success(`已上传 ${done} 张图片`)
    if (known.length > 0) toast.info(`图片库中已有相同的图片：${known.join('、')}`)
  }
  const add = (files: readonly File[]) => {
    const chosen = files.map((file) => ({ key: crypto.randomUUID(), name: file.name, file, progress: 0 }))
    setUploads((list) => [...list, ...chosen])
    void send(chosen)
  }
  const retry = (key: string) => {
    const failed = uploads.find((each) => each.key === key)
    if (!failed) return
    change(key, undefined)
    add([failed.file])
  }
  return (
    <FileInput
      multiple
      accept="image/jpeg,image/png,image/webp"
      aria-label="上传图片"
      limit="可一次选择多张；JPG、PNG 或 WebP，每张不超过 15 MB，会自动生成各种尺寸"
      onFiles={add}
      items={uploads.map(({ file: _, ...item }) => item)}
      onRetry={retry}
      onRemove={(key) => change(key, undefined)}
    />
  )
}
