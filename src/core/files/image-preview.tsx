import { useEffect, useState } from 'react'
import { browserKey, type FileReader } from './download-button.tsx'
import { fileLink, staffFileLink } from './contract.ts'
import { ApiError, send } from '../../platform/client/transport.ts'
import { Skeleton } from '../../ui/feedback/states.tsx'
import css from './image-preview.module.css'

/** Shows an image, through a short-lived link as for downloads. The server draws what browsers do not show, such as TIFF. */
export function ImagePreview({ fileId, name, as }: { fileId: number; name: string; as: FileReader }) {
  const [url, setUrl] = useState<string>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let gone = false
    const call = as === 'staff' ? staffFileLink : fileLink
    send(call, { id: fileId, browserKey: browserKey() }).then(
      (link) => !gone && setUrl(`${link.url}?preview`),
      (cause: unknown) => !gone && setFailure(cause instanceof ApiError ? cause.message : '图片暂时无法显示'),
    )
    return () => {
      gone = true
    }
  }, [fileId, as])
  if (failure)
    return (
      <p className={css.note} role="status">
        {failure}，可下载后查看
      </p>
    )
  if (!url) return <Skeleton lines={1} height={240} />
  return <img src={url} alt={name} className={css.image} onError={() => setFailure('图片暂时无法显示')} />
}
