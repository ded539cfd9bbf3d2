// `./healthcheck` in the packed tree and in the image: asks the server of this machine whether it is ready. Exits with 0 when it is and with 1 when
// it is not. It imports nothing, because it runs every few seconds.
const env = process.env
// A worker without the web service has no other port.
const port = env.HEALTH_PORT || env.PORT || 3000
const every = ['', '0.0.0.0', '::']
const host = every.includes(env.HOST ?? '') ? '127.0.0.1' : env.HOST
const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`

try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(4000) })
  console.log(`${answer.status} ${await answer.text()}`)
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.error(`没有回答：${url}（${error.cause?.code ?? error.message}）`)
  process.exitCode = 1
}
