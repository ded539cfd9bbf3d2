import { describe, expect, it } from 'vitest'
import { imageUrl } from '../ground/settings/image-url-rules.ts'
import { contentSecurityPolicy } from './page-policy.ts'

const imagesOf = (imageBase: string) =>
  contentSecurityPolicy({ html: '', imageBase, development: false })
    .split('; ')
    .find((rule) => rule.startsWith('img-src'))

describe('[H-11] one image base, which the house may move to another host', () => {
  it('names of images stand under the base; whole addresses stay as they are', () => {
    expect(imageUrl('https://img.example.com/mx/', 'banner/1.webp')).toBe('https://img.example.com/mx/banner/1.webp')
    expect(imageUrl('', 'banner/1.webp')).toBe('/banner/1.webp')
    expect(imageUrl('https://img.example.com', '/assets/logo.svg')).toBe('/assets/logo.svg')
  })

  it('the policy of every page allows images of ours and of the origin of the base, and of nobody else', () => {
    expect(imagesOf('')).toBe("img-src 'self' data: blob:")
    expect(imagesOf('/images')).toBe("img-src 'self' data: blob:")
    expect(imagesOf('https://img.example.com/mx/')).toBe("img-src 'self' data: blob: https://img.example.com")
  })

  it('a setting cannot write anything else into the policy', () => {
    expect(imagesOf("https://a.example; script-src 'unsafe-inline'")).toBe("img-src 'self' data: blob:")
    expect(imagesOf('javascript:alert(1)')).toBe("img-src 'self' data: blob:")
    expect(imagesOf('data:text/html,x')).toBe("img-src 'self' data: blob:")
  })
})

it('[T-44] a page allows its own inline scripts by their hash and no other', () => {
  const policy = contentSecurityPolicy({
    html: '<script>let a = 1</script><script type="application/ld+json">{}</script><script src="/x.js"></script>',
    imageBase: '',
    development: false,
  })
  expect(policy.match(/'sha256-/g)).toHaveLength(1)
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})
