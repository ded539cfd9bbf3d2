import { browserKey, useDownload } from '../../core/files/download-button.tsx'
import { send } from '../../platform/client/transport.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { orderPaper, staffOrderPaper } from './paper-contract.ts'
import { type OrderPaper, orderPapers, papersOf } from './paper-rules.ts'

interface Props {
  order: Parameters<typeof papersOf>[0] & { orderNo: string }
  as: 'customer' | 'staff'
}

/** The papers that the order has now, each as a PDF. */
export function PaperButtons({ order, as }: Props) {
  return papersOf(order).map((paper) => <PaperButton key={paper} orderNo={order.orderNo} paper={paper} as={as} />)
}

function PaperButton({ orderNo, paper, as }: { orderNo: string; paper: OrderPaper; as: Props['as'] }) {
  const { busy, download } = useDownload(() =>
    send(as === 'staff' ? staffOrderPaper : orderPaper, { orderNo, paper, browserKey: browserKey() }),
  )
  return (
    <Button size="s" variant="quiet" icon="download" busy={busy} onClick={() => void download()}>
      {/* Beside it stands what is printed at once. */}
      {orderPapers[paper]} PDF
    </Button>
  )
}
