import { useState } from 'react'
import { ApiError, send } from '../../platform/client/transport.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { fileLink, staffFileLink } from './contract.ts'

export type FileReader = 'customer' | 'staff'

/** Downloads a file through a link that works in this browser only and for five minutes. */
export function DownloadButton({
  fileId,
  name,
  as,
  label = '下载',
}: {
  fileId: number
  name: string
  as: FileReader
  label?: string
}) {
  const call = as === 'staff' ? staffFileLink : fileLink
  const { busy, download } = useDownload(() => send(call, { id: fileId, browserKey: browserKey() }))
  return (
    <Button size="s" icon="download" busy={busy} aria-label={`${label} ${name}`} onClick={() => void download()}>
      {label}
    </Button>
  )
}

/** Requests a link and opens it. */
export function useDownload(ask: () => Promise<{ url: string }>) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { url } = await ask()
      const anchor = document.createElement('a')
      anchor.href = url
      anchor.download = ''
      anchor.click()
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      toast.error(cause.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}

const COOKIE = 'mx_files'

/** A random text that this browser keeps for its downloads. Over https the prefix of the cookie binds it to this host (platform/http/cookies.ts). */
export function browserKey(): string {
  const stored = sessionStorage.getItem(COOKIE)
  const key = stored ?? crypto.randomUUID()
  if (stored === null) sessionStorage.setItem(COOKIE, key)
  // Written every time, because another tab may have stored its own key.
  const [name, rest] = location.protocol === 'https:' ? [`__Host-${COOKIE}`, 'path=/; Secure'] : [COOKIE, 'path=/files']
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store is not in every browser yet
  document.cookie = `${name}=${key}; ${rest}; SameSite=Strict; max-age=600`
  return key
}
