import { describe, expect, it } from 'vitest'
import { type AddressLine, parseAddressLine, withoutRegion } from './address-line-rules.ts'
import { regions } from '../../core/regions/region-actions.ts'

const hankou = { name: '张三', phone: '13800138000', address_code: '320106', address: '汉口路22号' }
type Row = [line: string, wanted: AddressLine]

const rows: Record<string, Row[]> = {
  'orders and separators': [
    ['张三 138 0013 8000 江苏省南京市鼓楼区汉口路22号', hankou],
    ['张三，13800138000，江苏省南京市鼓楼区汉口路22号', hankou],
    ['江苏省南京市鼓楼区汉口路22号 张三 13800138000', hankou],
    ['江苏省南京市鼓楼区汉口路22号，13800138000，张三', hankou],
    ['13800138000 张三 江苏省南京市鼓楼区汉口路22号', hankou],
    ['13800138000张三江苏省南京市鼓楼区汉口路22号', hankou],
    ['张三13800138000江苏省南京市鼓楼区汉口路22号', hankou],
    ['江苏省南京市鼓楼区汉口路22号张三13800138000', hankou],
    ['张三\n13800138000\n江苏省 南京市 鼓楼区\n汉口路22号', hankou],
    ['江苏省/南京市/鼓楼区 汉口路22号；张三；13800138000', hankou],
    ['江苏省-南京市-鼓楼区-汉口路22号 张三 13800138000', hankou],
    ['收件人：张三\n手机号码：13800138000\n所在地区：江苏省南京市鼓楼区\n详细地址：汉口路22号', hankou],
    ['姓名: 张三 电话: 138-0013-8000 地址: 江苏省南京市鼓楼区汉口路22号 邮编: 210093', hankou],
    ['张三\t13800138000\t江苏省\t南京市\t鼓楼区\t汉口路22号\t210093', hankou],
  ],
  'forms of the phone': [
    ['张三 １３８００１３８０００ 江苏省南京市鼓楼区汉口路２２号', hankou],
    ['张三 +86 138 0013 8000 江苏省南京市鼓楼区汉口路22号', hankou],
    ['张三 +86-13800138000 江苏省南京市鼓楼区汉口路22号', hankou],
    ['张三 8613800138000 江苏省南京市鼓楼区汉口路22号', hankou],
    ['张三 1380-0138-000 江苏省南京市鼓楼区汉口路22号', hankou],
    ['张三 025-83593186 江苏省南京市鼓楼区汉口路22号', { ...hankou, phone: '02583593186' }],
    ['张三 (025)8359 3186 江苏省南京市鼓楼区汉口路22号', { ...hankou, phone: '02583593186' }],
    ['张三 +86 25 83593186 江苏省南京市鼓楼区汉口路22号', { ...hankou, phone: '02583593186' }],
    [
      '张三 025-83593186转806 江苏省南京市鼓楼区汉口路22号',
      { ...hankou, phone: '02583593186', address: '汉口路22号(电话转806)' },
    ],
    [
      '张三 0512-65880000 江苏省苏州市姑苏区十梓街1号',
      { name: '张三', phone: '051265880000', address_code: '320508', address: '十梓街1号' },
    ],
  ],
  'regions left out or shortened': [
    ['张三 13800138000 南京市鼓楼区汉口路22号', hankou],
    ['张三 13800138000 江苏南京鼓楼区汉口路22号', hankou],
    ['张三 13800138000 江苏南京鼓楼汉口路22号', hankou],
    [
      '张三 13800138000 江苏省鼓楼区汉口路22号',
      { name: '张三', phone: '13800138000', address: '江苏省鼓楼区汉口路22号' },
    ],
    ['张三 13800138000 江苏省昆山市前进路1号', { ...hankou, address_code: '320583', address: '前进路1号' }],
    ['张三 13800138000 昆山市前进路1号', { ...hankou, address_code: '320583', address: '前进路1号' }],
    ['张三 13800138000 鼓楼区汉口路22号', { name: '张三', phone: '13800138000', address: '鼓楼区汉口路22号' }],
    ['张三 13800138000 汉口路22号', { name: '张三', phone: '13800138000', address: '汉口路22号' }],
    [
      '张三 13800138000 江苏省南京市鼓楼大街12号',
      { name: '张三', phone: '13800138000', address: '江苏省南京市鼓楼大街12号' },
    ],
    [
      '李工程师 13912345678 江苏省南通市港闸区永兴路8号',
      { name: '李工程师', phone: '13912345678', address_code: '320613', address: '永兴路8号' },
    ],
  ],
  municipalities: [
    [
      '王芳 13912345678 北京市海淀区中关村北二条1号',
      { name: '王芳', phone: '13912345678', address_code: '110108', address: '中关村北二条1号' },
    ],
    [
      '王芳 13912345678 北京北京市海淀区成府路45号',
      { name: '王芳', phone: '13912345678', address_code: '110108', address: '成府路45号' },
    ],
    [
      '王芳 13912345678 北京市市辖区海淀区成府路45号',
      { name: '王芳', phone: '13912345678', address_code: '110108', address: '成府路45号' },
    ],
    [
      '王芳 13912345678 上海浦东新区张江高科技园区祖冲之路887弄',
      { name: '王芳', phone: '13912345678', address_code: '310115', address: '张江高科技园区祖冲之路887弄' },
    ],
    [
      '王芳 13912345678 重庆市沙坪坝区沙正街174号',
      { name: '王芳', phone: '13912345678', address_code: '500106', address: '沙正街174号' },
    ],
    [
      '王芳 13912345678 重庆市忠县忠州大道1号',
      { name: '王芳', phone: '13912345678', address_code: '500233', address: '忠州大道1号' },
    ],
    [
      '王芳 13912345678 重庆市渝北区金开大道1号',
      { name: '王芳', phone: '13912345678', address_code: '500157', address: '金开大道1号' },
    ],
  ],
  'autonomous regions, prefectures, leagues, banners and counties of the province': [
    [
      '赵敏 13700001111 内蒙古自治区阿拉善盟阿拉善左旗额鲁特大街1号',
      { name: '赵敏', phone: '13700001111', address_code: '152921', address: '额鲁特大街1号' },
    ],
    [
      '赵敏 13700001111 内蒙古呼和浩特市赛罕区大学西街235号',
      { name: '赵敏', phone: '13700001111', address_code: '150105', address: '大学西街235号' },
    ],
    [
      '赵敏 13700001111 广西壮族自治区南宁市西乡塘区大学东路100号',
      { name: '赵敏', phone: '13700001111', address_code: '450107', address: '大学东路100号' },
    ],
    [
      '赵敏 13700001111 广西桂林市恭城瑶族自治县恭城镇1号',
      { name: '赵敏', phone: '13700001111', address_code: '450332', address: '恭城镇1号' },
    ],
    [
      '阿依古丽·买买提 13700001111 新疆维吾尔自治区乌鲁木齐市天山区胜利路666号',
      { name: '阿依古丽·买买提', phone: '13700001111', address_code: '650102', address: '胜利路666号' },
    ],
    [
      '赵敏 13700001111 新疆石河子市北四路221号',
      { name: '赵敏', phone: '13700001111', address_code: '659001', address: '北四路221号' },
    ],
    [
      '赵敏 13700001111 湖北恩施州恩施市学院路39号',
      { name: '赵敏', phone: '13700001111', address_code: '422801', address: '学院路39号' },
    ],
    [
      '赵敏 13700001111 湖北省恩施土家族苗族自治州恩施市学院路39号',
      { name: '赵敏', phone: '13700001111', address_code: '422801', address: '学院路39号' },
    ],
    [
      '赵敏 13700001111 湖北省仙桃市钱沟路1号',
      { name: '赵敏', phone: '13700001111', address_code: '429004', address: '钱沟路1号' },
    ],
    [
      '赵敏 13700001111 吉林省延边朝鲜族自治州延吉市公园路977号',
      { name: '赵敏', phone: '13700001111', address_code: '222401', address: '公园路977号' },
    ],
    [
      '赵敏 13700001111 西藏拉萨市城关区江苏路36号',
      { name: '赵敏', phone: '13700001111', address_code: '540102', address: '江苏路36号' },
    ],
    [
      '赵敏 13700001111 广东省东莞市松山湖大学路1号',
      { name: '赵敏', phone: '13700001111', address_code: '441923', address: '大学路1号' },
    ],
  ],
  'Hong Kong, Macau, Taiwan': [
    [
      '陈大文 13612340000 香港特别行政区新界沙田区大学道1号',
      { name: '陈大文', phone: '13612340000', address_code: '810303', address: '大学道1号' },
    ],
    [
      '陈大文 13612340000 台湾省台北市大安区罗斯福路四段1号',
      { name: '陈大文', phone: '13612340000', address_code: '710105', address: '罗斯福路四段1号' },
    ],
  ],
  'who receives it': [
    ['欧阳修远老师 13800138000 江苏省南京市鼓楼区汉口路22号', { ...hankou, name: '欧阳修远老师' }],
    [
      '江苏省南京市鼓楼区汉口路22号 南京大学化学楼305室 张三 收 13800138000',
      { ...hankou, address: '汉口路22号南京大学化学楼305室' },
    ],
    ['南京大学 张三 13800138000 江苏省南京市鼓楼区汉口路22号', { ...hankou, address: '汉口路22号南京大学' }],
    ['Zhang 13800138000 江苏省南京市鼓楼区汉口路22号', { ...hankou, name: 'Zhang' }],
    [
      '浙江大学紫金港校区 张三（收） 13800138000',
      { name: '张三', phone: '13800138000', address: '浙江大学紫金港校区' },
    ],
    ['中国江苏省南京市鼓楼区汉口路22号 刘 13800138000', { ...hankou, name: '刘' }],
    ['张三', { name: '张三' }],
    ['13800138000', { phone: '13800138000' }],
    ['', {}],
  ],
}

describe('a pasted line with name, phone and address', () => {
  for (const [kind, table] of Object.entries(rows)) {
    it.each(table)(`${kind}: %s`, (line, wanted) => {
      expect(parseAddressLine(line, regions)).toEqual(wanted)
    })
  }

  it('is tested with at least forty lines', () => {
    expect(Object.values(rows).flat().length).toBeGreaterThanOrEqual(40)
  })

  it('[P-02] every county, written in full, is found as itself and never as another one', () => {
    const counties = Object.keys(regions.names).filter((code) => !code.endsWith('00'))
    const wrong = counties.filter((code) => {
      const [province, city, area] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code].map(
        (each) => regions.names[each],
      )
      const line = `张三 13800138000 ${province}${city}${area}人民路1号`
      return parseAddressLine(line, regions).address_code !== code
    })
    expect(wrong).toEqual([])
    expect(counties.length).toBeGreaterThan(3000)
  })

  it('[T-55] a long line is parsed in bounded time', () => {
    const started = performance.now()
    for (const part of ['1', '江', '13', '南京市', ' ', '号', '张', '0-'])
      parseAddressLine(part.repeat(Math.ceil(1000 / part.length)), regions)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('the detail of an address', () => {
  it('the region is removed from the detail, and nothing else', () => {
    expect(withoutRegion('江苏省南京市鼓楼区汉口路22号', '320106', regions)).toBe('汉口路22号')
    expect(withoutRegion('江苏省南京市玄武区中山路1号', '320106', regions)).toBe('江苏省南京市玄武区中山路1号')
    expect(withoutRegion('汉口路22号江苏省南京市鼓楼区', '320106', regions)).toBe('汉口路22号江苏省南京市鼓楼区')
    expect(withoutRegion('江苏省南京市鼓楼区', '320106', regions)).toBe('江苏省南京市鼓楼区')
  })
})
