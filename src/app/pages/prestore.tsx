import { StatementPanel } from '../../billing/statements/statement-panel.tsx'
import { TopUp } from '../../money/payments/top-up.tsx'
import { PrestoreScreen } from '../../money/prestore/prestore-screen.tsx'
import { RefundList } from '../../money/refunds/refund-list.tsx'
import { WithdrawButton } from '../../money/withdrawals/withdraw-button.tsx'
import { WithdrawalList } from '../../money/withdrawals/withdrawal-list.tsx'

export const meta = () => [{ title: '预存款 · 明析科测' }]

/** The balance, and the ways of moving its money that slices above it add. */
export default function PrestorePage() {
  return (
    <PrestoreScreen
      actions={
        <>
          <WithdrawButton />
          <TopUp />
        </>
      }
      tabs={[
        { id: 'withdrawals', label: '提现记录', content: <WithdrawalList /> },
        { id: 'statement', label: '对账单', content: <StatementPanel /> },
        { id: 'refunds', label: '退款记录', content: <RefundList /> },
      ]}
    />
  )
}
