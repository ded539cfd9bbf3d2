import { expect, it } from 'vitest'
import { ProgramRequests } from './program-requests.ts'

const facts = { method: 'POST', path: '/api/auth/order/history', status: 200, durationMs: 3, ip: '', account: '' }
const idsOf = (programs: ProgramRequests) => programs.take().map(({ requestId }) => requestId)

it('records on, however many programs hung up before their answer', () => {
  const programs = new ProgramRequests({ now: () => new Date() })
  for (let n = 0; n <= 5000; n += 1) programs.begin(`request ${n}`, 1)
  programs.answered('request 0', facts)
  programs.answered('request 5000', facts)
  expect(idsOf(programs)).toEqual(['request 5000'])
})

it('keeps what could not be written, in its order, before what came meanwhile', () => {
  const programs = new ProgramRequests({ now: () => new Date() })
  for (const id of ['first', 'second']) {
    programs.begin(id, 1)
    programs.answered(id, facts)
  }
  const taken = programs.take()
  programs.begin('third', 1)
  programs.answered('third', facts)
  programs.putBack(taken)
  expect(idsOf(programs)).toEqual(['first', 'second', 'third'])
})
