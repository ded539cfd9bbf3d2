import { runTests } from './races.ts'

/**
 * Runs the races of pickups many times on PostgreSQL: fifty buyers on the last place of a slot, several slots for one order, cancelling while staff
 * assign.
 * Run: node bench/races/pickup-races.ts [rounds]
 */
runTests(['src/lab/pickups/pickup.race.test.ts'], { RACE_ROUNDS: process.argv[2] ?? '200' })
