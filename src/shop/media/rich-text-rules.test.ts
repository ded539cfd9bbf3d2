import { describe, expect, it } from 'vitest'
import { fillPlaceholders, type PageValues, pageSections } from '../articles/page-rules.ts'
import { htmlOfPlain, sectionsOf, wordsOf } from './rich-text-rules.ts'

const values: PageValues = {
  siteName: '明析<科测>',
  localInfo: { address: '', phone: '400-000-0000', email: 'service@mingxi.example', express: '' },
  labAddress: { receiver: '', phone: '', address: '', postcode: '' },
  workingHours: '',
  pickupCities: [],
  quoteValidDays: 15,
  deliveryWindowDays: 7,
  sampleKeepDays: 90,
}

describe('rich text', () => {
  it('shows old plain texts as paragraphs, headings and lists, and never as HTML', () => {
    expect(htmlOfPlain('## 标题\n\n第一段 <b>\n第二行\n\n- 甲\n- 乙 & 丙')).toBe(
      '<h2>标题</h2><p>第一段 &lt;b&gt;<br />第二行</p><ul><li>甲</li><li>乙 &amp; 丙</li></ul>',
    )
    expect(htmlOfPlain('\n\n')).toBe('')
  })

  it('extracts the text of HTML line by line', () => {
    expect(wordsOf('<h2>一</h2><p>二 &lt;b&gt;<br />三</p><ul><li>四</li><li>五</li></ul>')).toBe(
      '一\n二 <b>\n三\n四\n五',
    )
  })

  it('splits a page by its headings', () => {
    expect(sectionsOf('<p>零</p><h2>一 &amp; 二</h2><p>甲</p><h2>三</h2>')).toEqual([
      { title: '', html: '<p>零</p>' },
      { title: '一 & 二', html: '<p>甲</p>' },
      { title: '三', html: '' },
    ])
    expect(sectionsOf('')).toEqual([])
  })

  it('[N-12] [T-51] fills in escaped settings; unknown placeholders stay visible', () => {
    expect(fillPlaceholders('<p>{{网站名称}} {{ 服务热线 }} {{没有}} {{constructor}}</p>', values)).toBe(
      '<p>明析&lt;科测&gt; 400-000-0000 {{没有}} {{constructor}}</p>',
    )
    expect(fillPlaceholders('{{邮箱}}', values)).toBe(
      '<a href="mailto:service@mingxi.example">service@mingxi.example</a>',
    )
    const hostile = { ...values, localInfo: { ...values.localInfo, email: '"><script>@x.cn' } }
    expect(fillPlaceholders('{{邮箱}}', hostile)).not.toContain('<script')
    expect(pageSections('<h2>寄</h2><p>{{寄件说明}}</p>', values)).toEqual([{ title: '寄', html: '' }])
  })
})
