import { browserKey, type FileReader, useDownload } from '../../core/files/download-button.tsx'
import { send } from '../../platform/client/transport.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { reportZip, staffReportZip } from './zip-contract.ts'

/** All current data files and the report of an order in one ZIP. */
export function ZipButton({ orderNo, as }: { orderNo: string; as: FileReader }) {
  const call = as === 'staff' ? staffReportZip : reportZip
  const { busy, download } = useDownload(() => send(call, { orderNo, browserKey: browserKey() }))
  return (
    <Button size="s" icon="download" busy={busy} onClick={() => void download()}>
      全部下载（ZIP）
    </Button>
  )
}
