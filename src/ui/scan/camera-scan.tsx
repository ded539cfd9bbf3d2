import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../feedback/dialog.tsx'
import { Button } from '../inputs/button.tsx'
import css from './camera-scan.module.css'
import { watchCodes } from './watch-codes.ts'

/** A button that opens the camera until it sees a code that `takes` accepts. Nothing is shown where the browser gives no camera to this page. */
export function CameraScan({
  children,
  takes,
  onCode,
}: {
  children: string
  takes: (code: string) => boolean
  onCode: (code: string) => void
}) {
  const [open, setOpen] = useState(false)
  const [possible, setPossible] = useState(false)
  // Only the browser knows; the server must draw the same at first.
  useEffect(() => setPossible(Boolean(navigator.mediaDevices)), [])
  if (!possible) return null
  return (
    <>
      <Button icon="scan" onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={children}>
        {open && (
          <Viewfinder
            takes={takes}
            onCode={(code) => {
              setOpen(false)
              onCode(code)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function Viewfinder({ takes, onCode }: { takes: (code: string) => boolean; onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string>()
  const latest = useRef({ takes, onCode })
  latest.current = { takes, onCode }
  useEffect(() => {
    const ends = new AbortController()
    const seen = (codes: string[]) => {
      const code = codes.find((each) => latest.current.takes(each))
      if (code === undefined) return
      ends.abort()
      latest.current.onCode(code)
    }
    if (video.current) watchCodes(video.current, seen, ends.signal).catch((cause) => setFault(faultText(cause)))
    return () => ends.abort()
  }, [])
  if (fault) return <p role="alert">{fault}</p>
  return (
    <div className="stack">
      <video ref={video} muted playsInline className={css.video} aria-label="相机画面" />
      <p className={css.hint}>把样品标签放进画面，识别后自动关闭。</p>
    </div>
  )
}

function faultText(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'NotAllowedError') return '没有允许使用相机。请在浏览器设置中允许，或手工输入编号。'
  if (name === 'NotFoundError') return '这台设备没有相机，请手工输入编号。'
  return '相机无法使用，请手工输入编号。'
}
