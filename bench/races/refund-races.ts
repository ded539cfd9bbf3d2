import { runTests } from './races.ts'

/**
 * Runs the races of claimed transfers, withdrawals and refunds many times on PostgreSQL; the books are verified after each test.
 * Run: node bench/races/refund-races.ts [rounds]
 */
runTests(
  [
    'src/money/refunds/refunds.race.test.ts',
    'src/money/withdrawals/withdrawals.race.test.ts',
    'src/billing/settlements/transfers/transfer-claims.race.test.ts',
  ],
  { RACE_ROUNDS: process.argv[2] ?? '200' },
)
