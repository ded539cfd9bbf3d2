// Preloaded into a server whose journey depends on the time of day: a message moves its clock forward (`advance` in run-server.mjs),
// so nobody waits for the next minute. Timers keep running in real time.
const realNow = Date.now.bind(Date)
let ahead = 0

Date.now = () => realNow() + ahead
globalThis.Date = new Proxy(Date, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [target.now()] : args, self) as Date,
})

process.on('message', ({ advance }: { advance?: number }) => {
  if (advance === undefined) return
  ahead += advance
  process.send?.({ advanced: ahead })
})
