import { expect, it } from 'vitest'
import { hydrateLater } from './hydrate-later.ts'

it('takes the indentation out of the scripts and leaves what people wrote as it is', () => {
  const typed = '<p>a\n\tb\n\t\tc</p><textarea>\n\tx</textarea>'
  const page = hydrateLater(
    `<html><body>${typed}<script>a()\n\t\tb()</script><script type="module" async="">import "/x.js"</script></body></html>`,
  )
  expect(page).toContain(typed)
  expect(page).toContain('<script>a()b()</script>')
  expect(page).toContain('<script type="text/plain" id="later" data-parts="">import "/x.js"</script>')
})

it('takes the preloads out and names the shared files in the order in which they need each other', () => {
  const preload = (href: string) => `<link rel="modulepreload" href="${href}"/>`
  const page = hydrateLater(
    `<html><body>${['/assets/kit-a1.js', '/assets/home-b2.js', '/assets/router-c3.js', '/assets/framework-d4.js'].map(preload).join('')}<script type="module" async="">import "/x.js"</script></body></html>`,
  )
  expect(page).not.toContain('modulepreload')
  expect(page).toContain('data-parts="/assets/framework-d4.js /assets/router-c3.js /assets/kit-a1.js"')
})
