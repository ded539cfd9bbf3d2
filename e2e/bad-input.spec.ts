import { expect, test } from './journey.ts'

// Invalid values in public addresses: each unknown value in each position of each public address leads to 404 or to
// the nearest valid page, never to a server error, and no redirect leads to another site.

const UNKNOWN = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '00001',
  '999999999',
  '99999999999999999999999',
  'NaN',
  'null',
  'x',
  '%20',
  '%00',
  '%0d%0aset-cookie:a=b',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%252e%252e',
  '..%5c..%5c',
  '%E0%A4%A',
  '%ff%fe',
  '%F0%9F%A7%AA',
  "1'%20or%20'1'='1",
  '%3Cscript%3Ealert(1)%3C/script%3E',
  'javascript:alert(1)',
  '//evil.example',
  '%5c%5cevil.example',
  '/%09/evil.example',
  '__proto__',
  'constructor',
  'toString',
  '长'.repeat(60),
  'a'.repeat(3000),
]

/** Positions of a value in an address, with the allowed status codes. A page with its own name in the path answers 404 for an unknown name. */
const PLACES: readonly [place: string, at: (value: string) => string, statuses: readonly number[]][] = [
  ['a path', (value) => `/${value}`, [200, 301, 302, 307, 308, 400, 404, 414]],
  ['a type of list', (value) => `/list/${value}`, [400, 404]],
  ['an article', (value) => `/article/${value}`, [200, 400, 404]],
  ['a project', (value) => `/detail/${value}`, [200, 400, 404]],
  ['a part of about', (value) => `/about/${value}`, [400, 404]],
  ['a type in the path', (value) => `/project/${value}`, [200, 400, 404]],
  ['a title in the path', (value) => `/project/1/${value}`, [200, 400, 404]],
  ['a type in the query', (value) => `/project?typeId=${value}`, [200, 404]],
  ['a sub-category', (value) => `/project?typeId=1&childId=${value}`, [200, 404]],
  ['a page of projects', (value) => `/project?page=${value}`, [200, 404]],
  ['a place in a long list', (value) => `/project?after=${value}`, [200, 404]],
  ['a sort', (value) => `/project?sort=${value}`, [200, 404]],
  ['a tag', (value) => `/project?tag=${value}`, [200, 404]],
  ['a price', (value) => `/project?price=${value}`, [200, 404]],
  ['a turnaround', (value) => `/project?days=${value}`, [200, 404]],
  ['a page of news', (value) => `/list/news?page=${value}`, [200, 404]],
  ['a page of services', (value) => `/list/service?page=${value}`, [200, 404]],
  ['a page of acknowledgements', (value) => `/list/thanks?page=${value}`, [200, 404]],
  ['a page of the showcase', (value) => `/televised?page=${value}`, [200, 404]],
  ['words to search', (value) => `/search?kw=${value}`, [200]],
  ['a kind of result', (value) => `/search?kw=xrd&in=${value}`, [200, 404]],
  ['a page of results', (value) => `/search?kw=xrd&in=project&page=${value}`, [200, 404]],
  ['projects to compare', (value) => `/project/compare?rid=${value}`, [200, 302, 404]],
  ['a version of the agreement', (value) => `/agreement?version=${value}`, [200, 404]],
  ['a name of an agreement', (value) => `/agreement?name=${value}`, [404]],
  ['an invitation', (value) => `/invited/${value}`, [302, 400, 404]],
  ['a code of a report', (value) => `/verify/${value}`, [200, 400, 404]],
  ['a shared picture', (value) => `/share/${value}`, [302, 400, 404]],
  ['a picture', (value) => `/img/${value}`, [400, 404]],
  ['a part of the sitemap', (value) => `/sitemaps/${value}`, [400, 404]],
  ['a preview', (value) => `/?preview=${value}`, [200, 404, 410]],
]

for (const [place, at, statuses] of PLACES)
  test(`[N-13] ${place}: any value in the address answers a page, never a server error`, async ({ server }) => {
    for (const value of UNKNOWN) {
      const answer = await fetchRaw(server.url, at(value))
      expect([at(value).slice(0, 80), statuses.includes(answer.status), answer.status]).toEqual([
        at(value).slice(0, 80),
        true,
        answer.status,
      ])
      expect([at(value), staysHere(answer.location)]).toEqual([at(value), true])
      expect(answer.cookie).toBeNull()
    }
  })

test('[N-13] [N-02] an unknown type, id, page, sort or tag answers the expected status', async ({ server }) => {
  for (const [path, status] of [
    ['/project?typeId=999999999', 404],
    ['/project?typeId=x', 200],
    ['/project?typeId=1&childId=999999999', 404],
    ['/project/999/x', 404],
    ['/project?sort=x', 200],
    ['/project?tag=不存在的标签', 200],
    ['/project?page=50', 404],
    ['/project?page=x', 200],
    ['/list/x', 404],
    ['/list/news?page=999', 404],
    ['/list/service?page=999', 404],
    ['/article/999999', 404],
    ['/article/x', 404],
    ['/detail/999999', 404],
    ['/detail/x', 404],
    ['/about/x', 404],
    ['/agreement?version=x', 404],
    ['/nowhere', 404],
    ['/%E4%B8%8D%E5%AD%98%E5%9C%A8', 404],
  ] as const)
    expect([path, (await fetchRaw(server.url, encodeURI(decodeURI(path)))).status]).toEqual([path, status])
})

test('[N-03] [N-04] every redirect leads to a page of this site, whatever the address contains', async ({ server }) => {
  const evil = ['//evil.example', '\\\\evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example']
  for (const start of ['/about', '/member', '/experiment', '/invited', '/invited/FRIEND1'])
    for (const bad of [
      '',
      ...evil.flatMap((text) => [`?next=${text}`, `?return=${encodeURIComponent(text)}`, `/${text}`]),
    ]) {
      const answer = await fetchRaw(server.url, start + bad)
      expect([start + bad, answer.status < 500, staysHere(answer.location)]).toEqual([start + bad, true, true])
    }
  for (const text of evil) {
    const answer = await fetchRaw(server.url, text.startsWith('/') ? text : `/${text}`)
    expect([text, answer.status < 500, staysHere(answer.location)]).toEqual([text, true, true])
  }
})

function staysHere(location: string | null): boolean {
  return location === null || /^\/(?![/\\])/.test(location)
}

/** Requests the path unchanged, because `fetch` would normalise it. */
async function fetchRaw(
  base: string,
  path: string,
): Promise<{ status: number; location: string | null; cookie: string | null }> {
  const { request } = await import('node:http')
  const { hostname, port } = new URL(base)
  // A request line contains ASCII bytes only.
  const written = path.replaceAll(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter))
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: written, headers: { accept: 'text/html' } }, (response) => {
      response.resume()
      const { location = null, 'set-cookie': cookies } = response.headers
      response.on('end', () => resolve({ status: response.statusCode ?? 0, location, cookie: cookies?.[0] ?? null }))
    })
      .on('error', reject)
      .end()
  })
}
