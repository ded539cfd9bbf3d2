/** Runs as a child process: an analysis may take seconds, and with some parameters much memory. */
import { type Analysed, type Asked, analysed } from './asked-rules.ts'

process.on('message', (asked: Asked) => {
  const answer: Analysed = analysed(asked)
  process.send?.({ result: answer })
})
// The server has ended or has given up waiting.
process.on('disconnect', () => process.exit())
