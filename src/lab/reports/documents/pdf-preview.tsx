import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import css from '../results/result-files.module.css'

/**
 * Shows a PDF in the page with the reader of the browser. The file is fetched through a short-lived link and shown as a blob of its type, because
 * links answer with a download. A phone whose browser shows no PDF inside a page is offered the download. `ask` gives the link.
 */
export function PdfPreview({ ask, name }: { ask: () => Promise<{ url: string }>; name: string }) {
  const [url, setUrl] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const askLink = useEffectEvent(ask)
  useEffect(() => {
    const asking = new AbortController()
    let shown: string | undefined
    setFailure(undefined)
    const read = async () => {
      const { url: link } = await askLink()
      const answer = await fetch(link, { signal: asking.signal })
      if (!answer.ok) throw new Error(String(answer.status))
      const bytes = await answer.arrayBuffer()
      if (asking.signal.aborted) return
      shown = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
      setUrl(shown)
    }
    read().catch((cause: unknown) => {
      if (!asking.signal.aborted) setFailure(cause instanceof ApiError ? cause.message : 'PDF 暂时无法显示')
    })
    return () => {
      asking.abort()
      if (shown) URL.revokeObjectURL(shown)
    }
  }, [attempt])
  if (failure)
    return (
      <p className={css.note} role="status">
        {failure}，可下载后查看
        <button type="button" className={css.retry} onClick={() => setAttempt(attempt + 1)}>
          重试
        </button>
      </p>
    )
  if (!url) return <Skeleton lines={1} height={480} />
  if (!navigator.pdfViewerEnabled)
    return (
      <p className={css.note} role="status">
        此浏览器不能在页面内显示 PDF
        <Button size="s" variant="quiet" onClick={() => window.open(url)}>
          在新窗口打开
        </Button>
      </p>
    )
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF inside a sandbox; the blob has the type of a PDF, so it is never run as a page
  return <iframe src={url} title={name} className={css.pdf} />
}
