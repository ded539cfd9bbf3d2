import { useState } from 'react'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'

/**
 * Asks before a dialog with recovery codes is closed by Esc or the cross, because they are shown once, and keeps it open while they are on their way.
 * `question` stands beside the dialog.
 */
export function useCodesKept({ shown, awaited }: { shown: boolean; awaited: boolean }, onClose: () => void) {
  const [asked, setAsked] = useState(false)
  const leave = shown ? () => setAsked(true) : keepsOpen
  return {
    dialog: shown || awaited ? { onClose: leave, onTyped: keepsOpen } : { onClose },
    question: (
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={onClose}
        title="恢复码保存好了吗？"
        confirmLabel="已保存，关闭"
      >
        <p>关闭后不再显示。没有恢复码又丢失手机时，只能核实身份后由工作人员重置。</p>
      </ConfirmDialog>
    ),
  }
}

/** The browser itself would close the dialog at a second Esc. */
function keepsOpen(): void {}
