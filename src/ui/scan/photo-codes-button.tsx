import { useRef, useState } from 'react'
import { Button } from '../inputs/button.tsx'
import type { IconName } from '../text/icon.tsx'

/**
 * Reads the bar codes and QR codes of a photo. A phone offers its camera beside its pictures, other devices their files. What was found is told
 * and never sent anywhere; `onCodes` gets undefined when the photo could not be read at all.
 */
export function PhotoCodesButton({
  children,
  icon = 'scan',
  onCodes,
}: {
  children: string
  icon?: IconName
  onCodes: (codes: string[] | undefined) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const read = async (photo: File) => {
    setBusy(true)
    try {
      const { codesIn } = await import('./read-codes.ts')
      onCodes(await codesIn(photo))
    } catch {
      onCodes(undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="s" icon={icon} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={children}
        onChange={(event) => {
          const [photo] = event.target.files ?? []
          // Reset, so that the same photo can be chosen again.
          event.target.value = ''
          if (photo) void read(photo)
        }}
      />
    </>
  )
}
