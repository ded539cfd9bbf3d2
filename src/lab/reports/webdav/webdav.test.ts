import { describe, expect, it } from 'vitest'
import { folderName, hrefOf, multistatus, pathOf } from './webdav-rules.ts'

describe('[28.4] addresses below the folder', () => {
  it('are names, with or without a slash at the end', () => {
    expect(pathOf('/webdav')).toEqual([])
    expect(pathOf('/webdav/2026-03/MX26030200001/')).toEqual(['2026-03', 'MX26030200001'])
    expect(pathOf('/webdav/%E6%95%B0%E6%8D%AE%20a.csv?x=1')).toEqual(['数据 a.csv'])
  })

  it('lead nowhere else', () => {
    for (const address of [
      '/webdavx',
      '/webdav/%2e%2e/x',
      '/webdav/..',
      '/webdav/a%2fb',
      '/webdav/%zz',
      '/webdav/a%5cb',
    ])
      expect([address, pathOf(address)]).toEqual([address, undefined])
  })

  it('come back from the names that an answer gives', () => {
    for (const path of [['2026-03'], ['a & b', '样品 (1)#?%.csv'], []]) expect(pathOf(hrefOf({ path }))).toEqual(path)
  })
})

describe('[28.4] the answer to PROPFIND', () => {
  const modifiedAt = new Date('2026-03-02T02:00:00Z')

  it('says what is a folder, and of a file its size, type and version', () => {
    const text = multistatus([
      { path: ['2026-03'], modifiedAt },
      { path: ['2026-03', 'a<b>&.csv'], modifiedAt, file: { size: 12, mime: 'text/csv', etag: '"ab"' } },
    ])
    expect(text).toContain('<D:href>/webdav/2026-03/</D:href>')
    expect(text).toContain('<D:resourcetype><D:collection/></D:resourcetype>')
    expect(text).toContain('<D:displayname>a&lt;b&gt;&amp;.csv</D:displayname>')
    expect(text).toContain('<D:getcontentlength>12</D:getcontentlength>')
    expect(text).toContain('<D:getetag>&quot;ab&quot;</D:getetag>')
    expect(text).toContain('Mon, 02 Mar 2026 02:00:00 GMT')
  })

  it('a folder has a name that every system takes', () => {
    expect(folderName('A/B: C?')).toBe('A_B_ C_')
    expect(folderName(' ')).toBe('未命名')
  })
})
