import { runTests } from './races.ts'

/**
 * Runs the races of points many times on PostgreSQL: the last item with fifty buyers, parallel spending, cancelling and expiry.
 * Run: node bench/races/points-races.ts [rounds]
 */
runTests(['src/money/points/points.race.test.ts'], { RACE_ROUNDS: process.argv[2] ?? '200' })
