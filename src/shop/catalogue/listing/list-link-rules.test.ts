import { describe, expect, it } from 'vitest'
import { listPath, listPathForm, readCompared, readListFilter } from './list-link-rules.ts'
import { placeInTree } from '../categories/tree-rules.ts'

const read = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://shop.test')
  return readListFilter(pathname.replace(/^\/project\/?/, ''), searchParams)
}

describe('addresses of the project list', () => {
  it('[N-02] takes typeId and title as path segments, repeatable, and the same as query', () => {
    expect(read('/project')).toEqual({})
    expect(read('/project/1')).toEqual({ typeId: 1 })
    expect(read(listPathForm(31, '显微形貌'))).toEqual({ typeId: 31 })
    expect(read('/project/31/3101/显微形貌/扫描电镜')).toEqual({ typeId: 31, childId: 3101 })
    expect(read('/project?typeId=2&title=现场预约')).toEqual({ typeId: 2 })
    expect(read('/project?typeId=1&typeId=31&typeId=3101&title=a&title=b')).toEqual({ typeId: 1, childId: 3101 })
    expect(read('/project/31/显微形貌/3101/扫描电镜')).toEqual({ typeId: 31, childId: 3101 })
    expect(read('/project/1?typeId=3')).toEqual({ typeId: 3 })
    expect(read('/project/31/3101?typeId=3&title=数据分析')).toEqual({ typeId: 3 })
  })
  it('[H-03] writes the links of the home page with typeId, childId and title', () => {
    expect(listPath({ typeId: 31, childId: 3101 }, '扫描电镜')).toBe('/project?typeId=31&childId=3101&title=扫描电镜')
    expect(listPath({ typeId: 1 }, 'a&b=c#d/é')).toBe('/project?typeId=1&title=a%26b%3Dc%23d%2Fé')
  })
  it('reads back what it writes', () => {
    const filter = {
      typeId: 31,
      childId: 3101,
      tag: 'EDS 能谱',
      price: 'quote',
      days: '5',
      sort: 'price',
      page: 3,
    } as const
    expect(read(listPath(filter))).toEqual(filter)
  })
  it('compares the first three different projects of an address', () => {
    const compared = (query: string) => readCompared(new URLSearchParams(query))
    expect(compared('rid=4&rid=2&rid=4&rid=x&rid=9&rid=7')).toEqual([4, 2, 9])
    expect(compared('rid=-1&rid=1e9')).toEqual([])
  })
  it('encodes a lone surrogate without an error', () => {
    const cut = '𝛼'.slice(0, 1)
    expect(() => listPath({ tag: cut }, cut)).not.toThrow()
  })
  it('ignores invalid parts', () => {
    expect(read('/project?typeId=abc&childId=-1&sort=drop&page=0&tag=&price=5&days=x')).toEqual({})
    expect(read('/project/999999999999999')).toEqual({})
  })
})

describe('the place of a list in the tree', () => {
  const node = (id: number) => ({ id, name: `n${id}`, sketch: '', tags: [], count: 1 })
  const tree = [{ ...node(1), children: [{ ...node(31), children: [node(3101)] }] }]
  it('finds type, category and child from either id', () => {
    expect(placeInTree(tree, { typeId: 31, childId: 3101 }).child?.id).toBe(3101)
    expect(placeInTree(tree, { typeId: 3101 }).category?.id).toBe(31)
    expect(placeInTree(tree, { typeId: 1 })).toEqual({ type: tree[0] })
    expect(placeInTree(tree, { typeId: 77, childId: 78 })).toEqual({})
  })
})
