import { PrestoreAccount } from '../../../money/prestore/prestore-account.tsx'
import { WithdrawButton } from '../../../money/withdrawals/withdraw-button.tsx'
import { WithdrawalList } from '../../../money/withdrawals/withdrawal-list.tsx'

export const meta = () => [{ title: '预存款 · 明析科测' }]

/** The balance, and what slices above it add: withdrawals. */
export default function PrestorePage() {
  return (
    <PrestoreAccount
      actions={<WithdrawButton />}
      tabs={[{ id: 'withdrawals', label: '提现记录', content: <WithdrawalList /> }]}
    />
  )
}
