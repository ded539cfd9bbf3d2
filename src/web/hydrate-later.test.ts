import { expect, it } from 'vitest'
import { hydrateLater } from './hydrate-later.ts'

const page = (body: string) => `<html><body>${body}</body></html>`

it('the module script is stored as text, nothing is preloaded, and the content is unchanged', () => {
  const typed = '<p>a\n\tb</p><textarea>\n\tx</textarea>'
  const html = hydrateLater(
    page(
      `${typed}<link rel="modulepreload" href="/x.js"/><script>a()</script><script type="module" async="">import "/x.js"</script>`,
    ),
    'start()',
  )
  expect(html).toContain(
    `${typed}<script>a()</script><script type="text/plain" id="later">import "/x.js"</script><script>start()</script>`,
  )
  expect(html).not.toContain('modulepreload')
  expect(html).toMatch(/<script type="speculationrules" id="ahead">\{.*\}<\/script><\/body>/)
})

it('a page without a module script is an error, because it would never hydrate', () => {
  expect(() => hydrateLater(page('<script>a()</script>'), '')).toThrow('React Router has changed its output')
})
