/**
 * Loaded into a measured server with `--expose-gc --import`: prints its memory usage on SIGUSR2, and on SIGHUP after garbage collection. Not part
 * of the product.
 */
const report = () => console.log(`memory ${JSON.stringify(process.memoryUsage())}`)
process.on('SIGUSR2', report)
process.on('SIGHUP', () => {
  // Collects twice, because objects that a finalizer releases are collected only by the next run.
  globalThis.gc?.()
  setTimeout(() => {
    globalThis.gc?.()
    report()
  }, 100)
})
