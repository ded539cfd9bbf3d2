// Makes the life of the demo and writes it to demo/life/life.json.zst.
//   node demo/life/make.ts [DAYS [SHARE]]
import { statSync } from 'node:fs'
import { dump } from './dump.ts'
import { live } from './run.ts'
import { lifeFile } from './tables.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const [days, share] = process.argv.slice(2).map(Number)
const began = performance.now()
const world = await live({
  ...(days ? { days } : {}),
  ...(share ? { share } : {}),
  onDay: (text) => process.stdout.write(`${text} ${((performance.now() - began) / 1000).toFixed(0)} s\r`),
})
print('')
for (const [text, count] of [...world.faults].toSorted((left, right) => right[1] - left[1])) print(`${count} ${text}`)
const counts = await dump(world)
print(
  [...counts]
    .toSorted((left, right) => right[1] - left[1])
    .map(([table, rows]) => `${table} ${rows}`)
    .join(', '),
)
print(`${(statSync(lifeFile).size / 1024).toFixed(0)} KiB in ${((performance.now() - began) / 1000).toFixed(0)} s`)
await world.app.close()
