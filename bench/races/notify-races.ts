import { runTests } from './races.ts'

/**
 * Sixteen equal reports of a payment with polling, closing and another attempt at once, and reports while the order is cancelled, many times on
 * PostgreSQL; the balances are compared in every round and the books are verified after each test.
 * Run: node bench/races/notify-races.ts [rounds]
 */
runTests(['src/money/payments/payments.race.test.ts'], { RACE_ROUNDS: process.argv[2] ?? '200' }, 'report')
