import { runTests } from './races/races.ts'

/**
 * The model of the money (src/app/product-tests/money-model.call.test.ts) with many long sequences on PostgreSQL, several at the same time. It prints its
 * seed and how many sequences and steps it compared; a failing run is repeated with MODEL_SEED and the same numbers, and shrinks to few steps
 * unless MODEL_SHRINK=off. After the given seconds it stops and checks the books with what it has.
 * Run: node bench/money-model.ts [sequences] [least steps] [at the same time] [seconds]
 */
const [sequences = 10_000, least = 30, lanes = 6, seconds = 3600] = process.argv.slice(2).map(Number)
runTests(['src/app/product-tests/money-model.call.test.ts'], {
  MODEL_RUNS: String(sequences),
  MODEL_STEPS: String(least),
  MODEL_LANES: String(lanes),
  MODEL_SECONDS: String(seconds),
})
