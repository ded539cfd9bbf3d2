import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { imageUrl } from '../core/settings/image-url-rules.ts'
import { contentSecurityPolicy } from './page-policy.ts'

const imagesOf = (imageBase: string) =>
  contentSecurityPolicy({ html: '', imageBase, development: false })
    .split('; ')
    .find((rule) => rule.startsWith('img-src'))

it('pages may send files to the store only when they do so', () => {
  const sentTo = (storeOrigin: string | undefined) =>
    contentSecurityPolicy({ html: '', imageBase: '', storeOrigin, development: false })
      .split('; ')
      .find((rule) => rule.startsWith('connect-src'))
  expect(sentTo(undefined)).toBe("connect-src 'self'")
  expect(sentTo('https://files.example')).toBe("connect-src 'self' https://files.example")
})

describe('[H-11] the image base, which may be another host', () => {
  it('prefixes names of images and leaves absolute paths unchanged', () => {
    expect(imageUrl('https://img.example.com/mx/', 'banner/1.webp')).toBe('https://img.example.com/mx/banner/1.webp')
    expect(imageUrl('', 'banner/1.webp')).toBe('/banner/1.webp')
    expect(imageUrl('https://img.example.com', '/assets/logo.svg')).toBe('/assets/logo.svg')
  })

  it('the policy of every page allows images from this site and from the origin of the base only', () => {
    expect(imagesOf('')).toBe("img-src 'self' data: blob:")
    expect(imagesOf('/images')).toBe("img-src 'self' data: blob:")
    expect(imagesOf('https://img.example.com/mx/')).toBe("img-src 'self' data: blob: https://img.example.com")
  })

  it('a setting cannot inject anything else into the policy', () => {
    expect(imagesOf("https://a.example; script-src 'unsafe-inline'")).toBe("img-src 'self' data: blob:")
    expect(imagesOf('javascript:alert(1)')).toBe("img-src 'self' data: blob:")
    expect(imagesOf('data:text/html,x')).toBe("img-src 'self' data: blob:")
  })
})

it('[T-44] a page allows only its own inline scripts, by their hash', () => {
  const policy = contentSecurityPolicy({
    html: '<script>let a = 1</script><script type="application/ld+json">{}</script><script src="/x.js"></script>',
    imageBase: '',
    development: false,
  })
  expect(policy.match(/'sha256-/g)).toHaveLength(1)
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})

it('[T-44] a page allows only the styles of elements that are in its HTML, by their hash', () => {
  const policyOf = (html: string) => contentSecurityPolicy({ html, imageBase: '', development: false })
  const policy = policyOf(
    '<p style="--columns:5">a</p><i style="background:url(&quot;/a.png&quot;)"></i><b style="--columns:5"></b>',
  )
  const allowed = ['--columns:5', 'background:url("/a.png")'].map(
    (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  expect(policy).toContain(`style-src-attr 'unsafe-hashes' ${allowed.join(' ')};`)
  expect(policy).not.toContain('unsafe-inline')
  expect(policyOf('<p>a</p>')).toContain("style-src-attr 'none';")
  const many = Array.from({ length: 500 }, (_, n) => `<i style="left:${n}px"></i>`).join('')
  expect(policyOf(many).length).toBeLessThan(3_500)
})
