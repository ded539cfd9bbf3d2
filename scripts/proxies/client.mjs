// A client for tests of proxies: over TLS with a certificate of our own, from a chosen address of this machine, and able to send slowly.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { connect } from 'node:http2'

export function client({ url, certificate }) {
  const agent = new Agent({ keepAlive: true, ca: certificate, maxSockets: 8 })
  const { host, port } = new URL(url)
  const where = (headers) => ({ host: '127.0.0.1', servername: 'localhost', port, headers: { host, ...headers } })

  /** @returns {Promise<{ status: number, headers: object, body: Buffer }>} */
  function ask(path, { method = 'GET', headers = {}, body, from } = {}) {
    return new Promise((resolve, reject) => {
      const sent = request({ ...where(headers), path, method, agent, localAddress: from }, (response) =>
        collect(response, resolve, reject),
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** A call with JSON or a form; answers its data. */
  async function call(path, input, { token, from, headers = {} } = {}) {
    const form = input instanceof FormData ? new Response(input) : undefined
    const body = form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(input)
    const type = form ? form.headers.get('content-type') : 'application/json'
    const all = { 'content-type': type, 'content-length': Buffer.byteLength(body), 'idempotency-key': randomUUID() }
    const answer = await ask(path, {
      method: 'POST',
      headers: { ...all, ...(token && { token }), ...headers },
      body,
      from,
    })
    const { code, data, msg } = JSON.parse(answer.body.toString())
    if (code !== 1) throw new Error(`${path}: ${msg}`)
    return data
  }

  /** Sends the head of a request and the first bytes of its body, and answers the status that comes although the rest was not sent. */
  function answerToHalf(path, headers, bytes) {
    return new Promise((resolve, reject) => {
      const sent = request({ ...where(headers), path, method: 'POST', agent: false, ca: certificate }, (response) => {
        resolve(response.statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.setTimeout(10_000, () => sent.destroy(new Error('no answer before the whole body was sent')))
      sent.write(Buffer.alloc(bytes, 97))
    })
  }

  /** The first piece of an answer that does not end. */
  function firstPiece(path, headers) {
    return new Promise((resolve, reject) => {
      const sent = request({ ...where(headers), path, agent: false, ca: certificate }, (response) =>
        response.once('data', (piece) => {
          resolve({ type: response.headers['content-type'], piece: piece.toString() })
          sent.destroy()
        }),
      )
      sent.on('error', reject)
      sent.setTimeout(10_000, () => sent.destroy(new Error('nothing arrived')))
      sent.end()
    })
  }

  /** @returns {Promise<number>} the status over HTTP/2 */
  function statusByHttp2(path) {
    const session = connect(`https://127.0.0.1:${port}`, { ca: certificate, servername: 'localhost' })
    return new Promise((resolve, reject) => {
      session.on('error', reject)
      const stream = session.request({ ':path': path, ':authority': host })
      stream.on('response', (headers) => resolve(headers[':status']))
      stream.on('error', reject)
      stream.resume()
      stream.end()
    }).finally(() => session.close())
  }

  return { ask, call, answerToHalf, firstPiece, statusByHttp2, close: () => agent.destroy() }
}

function collect(response, resolve, reject) {
  const pieces = []
  response.on('data', (piece) => pieces.push(piece))
  response.on('end', () =>
    resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
  )
  response.on('error', reject)
}
