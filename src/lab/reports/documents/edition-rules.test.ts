import { expect, it } from 'vitest'
import { filesOfEdition } from './edition-rules.ts'

it('[Q-389] an edition shows one version of each file, although a former one has the content of another sample', () => {
  const file = (sampleNo: string, version: number, orderVersion: number) => ({
    sampleNo,
    name: version === 1 ? 'A.txt' : 'a.txt',
    version,
    orderVersion,
  })
  const files = [file('S1', 2, 9), file('S1', 1, 5), file('S2', 1, 5)]
  expect(filesOfEdition(files, 7).map(({ sampleNo, version }) => `${sampleNo} ${version}`)).toEqual(['S1 1', 'S2 1'])
  expect(filesOfEdition(files, 11).map(({ sampleNo, version }) => `${sampleNo} ${version}`)).toEqual(['S1 2', 'S2 1'])
  expect(filesOfEdition([file('S1', 1, 0)], 0)).toHaveLength(1)
})
