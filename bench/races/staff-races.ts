import { runTests } from './races.ts'

/**
 * Two members of staff on one order at the same moment, on PostgreSQL: giving its work away, and moving its stage. One of them wins each round.
 * Run: node bench/races/staff-races.ts [rounds]
 */
runTests(['src/lab/orders/tasks/assign.race.test.ts', 'src/lab/orders/staff/staff.race.test.ts'], {
  RACE_ROUNDS: process.argv[2] ?? '1000',
})
