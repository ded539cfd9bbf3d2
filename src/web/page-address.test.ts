import { expect, it } from 'vitest'
import { pageAddress, withUnread } from './page-address.ts'

it('[F-79] parameters that a page does not read do not change its address', () => {
  for (const url of ['/?x=1', '/?from=singlemessage&isappinstalled=0', '/?utm_source=a&utm_medium=b', '/'])
    expect(pageAddress(url).address).toBe('/')
  expect(pageAddress('/detail/12?from=timeline').address).toBe('/detail/12')
  expect(pageAddress('/search?x=1&page=2&kw=%E7%B2%89&from=a').address).toBe('/search?kw=%E7%B2%89&page=2')
  expect(pageAddress('/project?page=2&typeId=1').address).toBe(pageAddress('/project?typeId=1&page=2&fbclid=9').address)
  expect(pageAddress('/choose?utm_source=a&q=7').address).toBe('/choose?q=7')
  expect(pageAddress('/project/compare?rid=2&rid=1&x').address).toBe('/project/compare?rid=2&rid=1')
})

it('[F-79] the data request of a client navigation has the same parameters as its page', () => {
  expect(pageAddress('/search.data?kw=xrd&_routes=search').address).toBe('/search.data?kw=xrd')
  expect(pageAddress('/project.data?page=2&typeId=1').address).toBe('/project.data?typeId=1&page=2')
  for (const path of [
    '/project/3',
    '/project/compare',
    '/list/news',
    '/televised',
    '/agreement',
    '/require',
    '/verify',
  ]) {
    const query = pageAddress(`${path}?rid=1&page=2&name=account&about=7&code=AB`).address.slice(path.length)
    expect(query, path).not.toBe('')
    expect(pageAddress(`${path}.data?rid=1&page=2&name=account&about=7&code=AB`).address).toBe(`${path}.data${query}`)
  }
})

it('[F-79] a redirect within the site keeps the unread parameters, and a redirect to another site is unchanged', () => {
  expect(withUnread('/about/profile', pageAddress('/about?utm_source=a').unread)).toBe('/about/profile?utm_source=a')
  expect(withUnread('/#invited=AB12', 'from=timeline')).toBe('/?from=timeline#invited=AB12')
  expect(withUnread('/about/profile', '')).toBe('/about/profile')
  for (const elsewhere of ['https://other.example/', '//other.example/', '/\\other.example'])
    expect(withUnread(elsewhere, 'from=a')).toBe(elsewhere)
})
