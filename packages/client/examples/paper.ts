// Saves the curves of a delivered order as CSV, and its methods paragraph.
//   MINGXI_URL=https://lab.example MINGXI_KEY=mx_live_… node paper.ts MX26010100001 folder
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// In a program of your own: from '@mingxi/client'
import { Mingxi } from '../src/client.ts'

const [orderNo = '', folder = '.'] = process.argv.slice(2)
const mingxi = new Mingxi({ baseUrl: process.env.MINGXI_URL ?? '', key: process.env.MINGXI_KEY ?? '' })
mkdirSync(folder, { recursive: true })

const { files } = await mingxi.call('report/list', { orderNo })
for (const file of files.filter(({ preview, replaced }) => preview === 'series' && !replaced)) {
  const { name, content, notes } = await mingxi.call('report/curveFile', { fileId: file.id, format: 'csv' })
  writeFileSync(join(folder, name), content)
  process.stdout.write(`${[name, ...notes].join(' ')}\n`)
}

const { zh, en } = await mingxi.call('report/paper', { orderNo })
writeFileSync(join(folder, 'methods.txt'), `${zh.methods}\n\n${en.methods}\n`)
process.stdout.write(`not in the record: ${zh.missing.join(', ')}\n`)
