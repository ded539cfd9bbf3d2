import { expect, it } from 'vitest'
import { eventsIn } from './follow-stream.ts'

it('events that arrive in pieces are read once each, and comments are left out', () => {
  const first = eventsIn(': open\n\ndata: {"unread":1}\n\ndata: {"un')
  expect(first).toEqual({ data: ['{"unread":1}'], rest: 'data: {"un' })
  expect(eventsIn(`${first.rest}read":2}\n\n`)).toEqual({ data: ['{"unread":2}'], rest: '' })
})
