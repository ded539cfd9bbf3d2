import { expect, it } from 'vitest'
import { networkWords } from '../../platform/contract/network-words.ts'
import { plainFault } from '../../platform/faults/plain-fault.ts'
import { failureText } from './rules.ts'

it('[Q-362] a message that did not arrive says why in the words that the doctor uses, with the code beside them', () => {
  expect(failureText('CERT_NOT_YET_VALID')).toBe('证书尚未生效（CERT_NOT_YET_VALID）')
  for (const [code, words] of Object.entries(networkWords))
    expect([failureText(code), plainFault({ code })?.startsWith(words)]).toEqual([`${words}（${code}）`, true])
  expect([failureText('timeout'), failureText('HPE_INVALID')]).toEqual(['连接超时（timeout）', 'HPE_INVALID'])
})
