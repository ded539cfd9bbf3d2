import { expect, test } from 'vitest'
import { stepsDone } from './step-state.ts'

const line = {
  id: 7,
  name: 'XRD',
  count: 1,
  serviceType: 1 as const,
  requirements: [],
  suitability: [],
  consumed: false,
  validity: 'valid',
}
const empty = {
  planIds: [7],
  samples: [],
  contact: {},
  delivery: {},
  returnAddress: {},
  invoice: {},
  remark: '',
  groupNo: '',
  couponIds: [],
  funding: {},
}
const sample = { planId: 7, ownNo: '1', name: '氯化钠', form: 'powder', composition: 'NaCl' }
const contact = { name: '李老师', phone: '13800000001' }

test('[F-48] a step is complete when it has all that an order needs, even when a later step was opened', () => {
  expect(stepsDone(empty, [line], 5)).toEqual([true, false, false, true, false])
  expect(stepsDone({ ...empty, samples: [sample], contact }, [line], 5)).toEqual([true, true, true, true, false])
  expect(stepsDone({ ...empty, samples: [sample], contact }, [line], 2)).toEqual([true, false, false, false, false])
  expect(stepsDone(empty, [{ ...line, validity: 'retired' }], 5)[0]).toBe(false)
})

test('[Q-63] an e-mail address is checked where one is given', () => {
  const at = (email: string) => stepsDone({ ...empty, samples: [sample], contact: { ...contact, email } }, [line], 5)[2]
  expect([at(''), at('li@example.com'), at('not-mail')]).toEqual([true, true, false])
})

test('[Q-64] samples that are used up need no address, whatever was ticked before', () => {
  const back = { ...empty, samples: [{ ...sample, returnWanted: true }], contact }
  expect(stepsDone(back, [{ ...line, consumed: true }], 5)[2]).toBe(true)
})

test('[F-48] samples to be sent back need an address', () => {
  const back = { ...empty, samples: [{ ...sample, returnWanted: true }], contact }
  expect(stepsDone(back, [line], 5)[2]).toBe(false)
  expect(stepsDone({ ...back, returnAddress: { ...contact, address: '某路 1 号' } }, [line], 5)[2]).toBe(true)
})
