/** A program for the folder of a release: a PDF, a picture and a curve, each made in a child process. What it prints when all work: */
export const CHILDREN_WORK = '{"pdf":"%PDF-","picture":"jpg","curve":true}'

export const CHILDREN = `
import { Readable } from 'node:stream'
import { readFileSync } from 'node:fs'
import { renderPdf } from './src/platform/pdf/render.ts'
import { encodeImage } from './src/shop/media/encode-actions.ts'
import { readSeries } from './src/core/curves/read-actions.ts'
const pdf = await renderPdf({ title: '合同', mark: 'HT-1', owner: '明析科测', blocks: [{ kind: 'title', text: '合同' }] })
const picture = await encodeImage(readFileSync('build/client/share.png'))
const rows = Array.from({ length: 400 }, (_, at) => (20 + at / 10).toFixed(2) + '\\t' + (100 + (at % 40) * 9)).join('\\r\\n')
const curve = await readSeries(Readable.from([Buffer.from(rows)]), 30)
console.log(JSON.stringify({ pdf: Buffer.from(pdf).subarray(0, 5).toString(), picture: picture?.format, curve: curve !== undefined }))
process.exit()
`
