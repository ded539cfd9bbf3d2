import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The upper limit: a node:http server that answers every request with the same bytes and headers. Arguments: body file, content-encoding. */
const [file = '', encoding = ''] = process.argv.slice(2)
const body = readFileSync(file)
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    ...(encoding ? { 'content-encoding': encoding } : {}),
    'content-length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
})
