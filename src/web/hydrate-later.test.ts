import { expect, it } from 'vitest'
import { hydrateLater } from './hydrate-later.ts'

it('takes the indentation out of the scripts and leaves what people wrote as it is', () => {
  const typed = '<p>a\n\tb\n\t\tc</p><textarea>\n\tx</textarea>'
  const page = hydrateLater(
    `<html><body>${typed}<script>a()\n\t\tb()</script><script type="module" async="">import "/x.js"</script></body></html>`,
  )
  expect(page).toContain(typed)
  expect(page).toContain('<script>a()b()</script>')
  expect(page).toContain('<script type="text/plain" id="later">import "/x.js"</script>')
})

it('[F-40] [H-12] a page that has something to say by its scripts does not wait for the first intent', () => {
  const page = hydrateLater('<html><body><script type="module" async="">import "/x.js"</script></body></html>')
  expect(page).toContain("querySelector('[data-hydrate-at-once]'))&&go()")
})
