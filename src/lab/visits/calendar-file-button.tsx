import { useState } from 'react'
import { Button } from '../../ui/inputs/button.tsx'
import { saveAs } from '../../ui/inputs/save-file.ts'
import { toast } from '../../ui/feedback/toast.tsx'

type File = { name: string; text: string }

/** Saves a file that calendars open. */
export function saveCalendarFile({ name, text }: File): void {
  saveAs(name, text, 'text/calendar;charset=utf-8')
}

/** Saves a booking as a file for calendars. */
export function CalendarFileButton({ label, load }: { label: string; load: () => Promise<File> }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveCalendarFile(await load())
    } catch (error) {
      toast.error((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <Button size="s" variant="quiet" icon="calendar" busy={busy} aria-label={label} onClick={() => void save()}>
      日历文件
    </Button>
  )
}
