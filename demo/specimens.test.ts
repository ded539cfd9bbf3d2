import { readFileSync } from 'node:fs'
import { constants, zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { lifeFile, WINDOW_LOG } from './life/tables.ts'

it('[Q-398] every PDF that the people of the demo uploaded has a page', () => {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG }
  const lines = zstdDecompressSync(readFileSync(lifeFile), { params }).toString().split('\n')
  const pdfs = lines
    .filter((line) => line.startsWith('{"file":'))
    .map((line) => Buffer.from((JSON.parse(line) as { bytes: string }).bytes, 'base64').toString('latin1'))
    .filter((text) => text.startsWith('%PDF'))
  expect(pdfs).toHaveLength(2)
  expect(pdfs.filter((text) => !/\/Type \/Page\b/.test(text))).toEqual([])
})
