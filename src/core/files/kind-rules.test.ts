import { describe, expect, it } from 'vitest'
import { misnamedText } from './kind-rules.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const PNG = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0')
const PDF = bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
const COMPOUND = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0')
const entry = (name: string) => `PK\x03\x04${'\0'.repeat(26)}${name}data`
const ZIP = bytes(entry('scan/a.txt'))
const WORD = bytes(entry('[Content_Types].xml') + entry('word/document.xml'))
const SHEET = bytes(entry('[Content_Types].xml') + entry('xl/workbook.xml'))
const TABLE = bytes('2theta,intensity\n10.0,421\n')

describe('a name that tells another kind than the bytes', () => {
  it.each([
    ['照片.png', PDF, '.png', 'PDF 文档'],
    ['photo.JPG', ZIP, '.jpg', 'ZIP 压缩包'],
    ['报告.pdf', ZIP, '.pdf', 'ZIP 压缩包'],
    ['报告.pdf', TABLE, '.pdf', '文本'],
    ['数据.zip', PDF, '.zip', 'PDF 文档'],
    ['表.xlsx', WORD, '.xlsx', 'Word 文档'],
    ['文.docx', SHEET, '.docx', 'Excel 表格'],
    ['文.docx', TABLE, '.docx', '文本'],
    ['数据.csv', SHEET, '.csv', 'Excel 表格'],
    ['说明.txt', PDF, '.txt', 'PDF 文档'],
    ['page.html', PNG, '.html', 'PNG 图片'],
    ['旧表.xls', JPEG, '.xls', 'JPEG 图片'],
    ['a.png', bytes('MZ\x90\0\x03\0'), '.png', '不是这种文件'],
    ['a.zip.png', ZIP, '.png', 'ZIP 压缩包'],
  ])('[V5.2.2] %s is refused, and the words name both', (name, head, ending, found) => {
    const text = misnamedText(name, head)
    expect(text).toContain(`扩展名是 ${ending}，`)
    expect(text).toContain(found)
  })
})

describe('a name that fits the bytes, or of which nothing is known', () => {
  it.each([
    ['照片.png', PNG],
    ['photo.jpeg', JPEG],
    // As phones and chat programs save it.
    ['微信图片.jpg', PNG],
    ['下载.png', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
    ['报告.pdf', PDF],
    // A printer wrote its own line before the document.
    ['报告.pdf', bytes('@PJL JOB\r\n%PDF-1.4\n')],
    ['数据.zip', ZIP],
    // Office files are archives, and some people name them so.
    ['论文.zip', WORD],
    ['表.xlsx', SHEET],
    ['表.xlsx', ZIP],
    ['有密码.docx', COMPOUND],
    ['照片.tif', bytes('II*\0\x08\0\0\0')],
    ['巨图.tiff', bytes('II+\0\x08\0\0\0')],
    ['SEM.bmp', bytes('BM\x36\x10\x0e\0\0\0\0\0')],
  ])('%s passes', (name, head) => expect(misnamedText(name, head)).toBeUndefined())

  it.each(['数据.txt', '数据.csv', 'a.xml', 'a.json', 'a.svg', 'a.html', '仪器导出.xls', '仪器导出.doc'])(
    'a text passes as %s, whatever letters it begins with',
    (name) => {
      for (const text of [
        'BMIM-PF6;1\n',
        'MZ,Intensity\n',
        'PK,area\n',
        'II*,1\n',
        '<?xml version="1.0"?>',
        '\xff\xfe1\0',
      ])
        expect([text, misnamedText(name, bytes(text))]).toEqual([text, undefined])
    },
  )

  it.each([
    'scan.raw',
    'a.brml',
    'a.spm',
    'a.dm3',
    'a.opju',
    'a.lif',
    'a.dat',
    'README',
    'photo.heic',
    'constructor',
    'a.constructor',
  ])(
    'anything passes as %s, because instrument software keeps archives, pictures and own formats under own endings',
    (name) => {
      for (const head of [PNG, ZIP, PDF, COMPOUND, TABLE, bytes('\0\x01\x02')])
        expect(misnamedText(name, head)).toBeUndefined()
    },
  )
})
