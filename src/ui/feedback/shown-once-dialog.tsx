import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Button } from '../inputs/button.tsx'
import { CopyButton } from '../inputs/copy-button.tsx'

/** A secret that no page shows again: Esc and the cross ask whether it is kept. `lost` says what has to be done otherwise. */
export function ShownOnceDialog({
  title,
  secret,
  lost,
  onClose,
  children,
}: {
  title: string
  secret: string
  lost: string
  onClose: () => void
  children: ReactNode
}) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Dialog
        open
        onClose={() => setAsked(true)}
        onTyped={keepsOpen}
        title={title}
        footer={
          <Button variant="primary" onClick={onClose}>
            已保存
          </Button>
        }
      >
        <div className="stack">
          <p>{children}</p>
          <p>
            <code style={{ overflowWrap: 'anywhere' }}>{secret}</code> <CopyButton text={secret}>复制</CopyButton>
          </p>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={onClose}
        title="已经保存好了吗？"
        confirmLabel="已保存，关闭"
      >
        <p>{lost}</p>
      </ConfirmDialog>
    </>
  )
}

/** The browser itself would close the dialog at a second Esc. */
function keepsOpen(): void {}
