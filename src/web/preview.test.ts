import { expect, it } from 'vitest'
import { withoutScripts } from './preview.ts'

it('the frame of the editor asks for no code of a page that is not published, and for the other pictures [Q-193]', () => {
  const code = '<img src="/files/detail-qr/7.svg" alt="本页二维码" width="112" height="112" loading="lazy"/>'
  const figure = '<img src="/img/p/1.avif" alt="示例"/>'
  expect(withoutScripts(`<figure>${code}</figure><script>1</script>${figure}`)).toBe(`<figure></figure>${figure}`)
})
