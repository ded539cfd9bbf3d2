// Writes src/core/regions/regions.json from @vant/area-data and the reviewed patch next to this script.
// Codes are never removed: a retired code keeps its name and names its successor, because old addresses contain it.
//   node scripts/generate-regions.mjs          writes the file
//   node scripts/generate-regions.mjs --check  fails when the committed file is not what would be written
import { readFile, writeFile } from 'node:fs/promises'
import { areaList } from '@vant/area-data'

const target = new URL('../src/core/regions/regions.json', import.meta.url)
const patch = JSON.parse(await readFile(new URL('./region-patch.json', import.meta.url), 'utf8'))

const names = { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list, ...patch.add }
for (const code of Object.keys(patch.retire)) delete names[code]

const faults = []
for (const [code, name] of Object.entries(names)) {
  if (!/^\d{6}$/.test(code)) faults.push(`${code}: not six digits`)
  if (!name.trim()) faults.push(`${code}: no name`)
  if (!names[`${code.slice(0, 2)}0000`]) faults.push(`${code}: no province`)
  if (!code.endsWith('00') && !names[`${code.slice(0, 4)}00`]) faults.push(`${code}: no city`)
}
for (const [code, { successor }] of Object.entries(patch.retire)) {
  if (!names[successor]) faults.push(`${code}: its successor ${successor} does not exist`)
}
if (faults.length > 0) throw new Error(faults.join('\n'))

const sorted = Object.fromEntries(Object.entries(names).sort(([a], [b]) => a.localeCompare(b)))
const text = `${JSON.stringify({ names: sorted, retired: patch.retire }, null, 2)}\n`
if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => '')
  if (committed !== text)
    throw new Error('src/core/regions/regions.json is stale: run node scripts/generate-regions.mjs')
} else {
  await writeFile(target, text)
}
