import { fileLink, staffFileLink } from '../../core/files/contract.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'

/** Downloads a voucher by a link that is made on click and valid for five minutes. */
export function VoucherLink({ fileId, staff }: { fileId: number; staff?: boolean }) {
  const link = useAct(staff ? staffFileLink : fileLink)
  const open = async () => {
    const made = await link.run({ id: fileId })
    if (made) window.location.assign(made.url)
  }
  return (
    <Button variant="quiet" size="s" icon="download" busy={link.busy} onClick={() => void open()}>
      查看凭证
    </Button>
  )
}
