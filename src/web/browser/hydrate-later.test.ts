import { expect, it } from 'vitest'
import { cutPage, hydrateLater } from './hydrate-later.ts'

const page = (body: string) => `<html><head><link rel="modulepreload" href="/x.js"/></head><body>${body}</body></html>`

it('the module script is stored as text, nothing is preloaded, and the content is unchanged', () => {
  const typed = '</head><body><p>a\n\tb</p><textarea>\n\tx</textarea><script>a()</script>'
  const html = page(
    `${typed.slice('</head><body>'.length)}<script type="module" async="">import "/x.js"</script><script>data()</script>`,
  )
  const cut = cutPage(html)
  expect(Object.values(cut).join('')).toBe(html)
  expect(cut).toMatchObject({ body: typed, data: '<script>data()</script>', end: '</body></html>' })
  const { head, scripts, rules } = hydrateLater(cut, 'start()')
  expect(head).toBe('<html><head>')
  expect(scripts).toBe('<script type="text/plain" id="later">import "/x.js"</script><script>start()</script>')
  expect(rules).toMatch(/^<script type="speculationrules" id="ahead">\{.*\}<\/script>$/)
})

it('a page without a module script is an error, because it would never hydrate', () => {
  expect(() => cutPage(page('<script>a()</script>'))).toThrow('React Router has changed its output')
})
