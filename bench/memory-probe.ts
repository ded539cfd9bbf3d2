/**
 * Loaded into a server that is measured (`--expose-gc --import`): says on SIGUSR2 how its memory stands, and on SIGHUP after collecting what is
 * garbage. Nothing of it is in the product.
 */
const report = () => console.log(`memory ${JSON.stringify(process.memoryUsage())}`)
process.on('SIGUSR2', report)
process.on('SIGHUP', () => {
  // Twice: what a finalizer lets go of is garbage only to the next one.
  globalThis.gc?.()
  setTimeout(() => {
    globalThis.gc?.()
    report()
  }, 100)
})
