import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Money } from '../../../ui/text/money.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type BankLine, transferCandidates } from '../contract.ts'
import { bankIndex, bankList } from '../list-contract.ts'
import { bankSetAside } from '../received/received-contract.ts'

const refreshes = [bankList, transferCandidates]

/** Asks why a line of the statement concerns no customer. */
export function SetAsideDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const act = useAct(bankSetAside, { refreshes, onDone: () => toast.success('已标为与客户无关') })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={({ reason }) => act.submit({ bankLineId: line.id, aside: true, reason })}
      title="这笔到账与客户无关？"
      confirmLabel="与客户无关"
      reason={{ label: '原因', required: true }}
    >
      <p>
        流水 {line.serial}（{line.payer}）到账 <Money fen={line.amountFen} />
        。例如利息、内部转账或误导入的流水：不记入任何客户的账，不再列为待核销；之后可以改回。
      </p>
    </ConfirmDialog>
  )
}

/** Takes a line back among those that wait. */
export const takeBackColumn: Column<BankLine> = {
  key: 'acts',
  line: 1,
  header: <span className="visually-hidden">操作</span>,
  cardLabel: '',
  align: 'end',
  render: (line) => (line.asideReason === null ? null : <TakeBack line={line} />),
}

function TakeBack({ line }: { line: BankLine }) {
  const act = useAct(bankSetAside, { refreshes, onDone: () => toast.success('已改回待核销') })
  return (
    <Button
      size="s"
      busy={act.busy}
      aria-label={`改回待核销 ${bankIndex.key(line)}`}
      onClick={() => void act.run({ bankLineId: line.id, aside: false, reason: '' })}
    >
      改回待核销
    </Button>
  )
}
