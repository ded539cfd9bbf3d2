import { findRegionText } from '../../core/regions/region-match-rules.ts'
import type { Regions } from '../../core/regions/region-rules.ts'
import { PHONE_PATTERN } from './rules.ts'

/** The fields found in a pasted line; a field that is missing or ambiguous is absent. */
export interface AddressLine {
  name?: string
  phone?: string
  address_code?: string
  address?: string
}

const LABELS =
  '收件人|收货人|寄件人|联系人|姓名|名字|收件人?电话|手机号码?|联系电话|联系方式|电话号码?|电话|手机|所在地区|所在地|地区|收货地址|收件地址|详细地址|通讯地址|地址|邮政编码|邮编'
const LABEL = new RegExp(`(?:${LABELS})\\s*:`, 'g')
/** Words that are neither a name nor a place. */
const IDLE = new RegExp(`^(?:${LABELS}|收|寄|收件|转|中国)$`)
const MOBILE = /(?<!\d)(?:\+?86|0086)?[\s-]*(1[3-9](?:[\s-]?\d){9})(?!\d)/
const LANDLINE =
  /(?<!\d)(?:\+86[\s-]?|0086[\s-]?)?\(?(0?[1-9]\d{1,2})\)?[\s-]?(\d{3,4}[\s-]?\d{4})(?:\s*(?:转|ext\.?|#|-)\s*(\d{1,5}))?(?!\d)/i
const TITLES = '先生|女士|小姐|老师|教授|博士|同学|经理|主任|师傅|医生|工程师'
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝'
const DOUBLE_SURNAMES = '欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|夏侯|司徒|长孙|宇文|端木|南宫'
const SURNAME = new RegExp(`^(?:${DOUBLE_SURNAMES}|[${SURNAMES}])`)
/** Text that cannot be a name: it contains a digit, or a word for a place or a building. */
const PLACE_WORD =
  /\d|[路街巷弄号楼栋幢座室层村镇乡市区县省园苑院校厂城店场]|大学|学院|公司|单元|中心|研究|集团|实验|快递|收发|小区/

/** Finds name, phone, region and address in a line that people copy from a chat, a label or a shop, in any order. */
export function parseAddressLine(line: string, regions: Regions): AddressLine {
  const plain = line
    .normalize('NFKC')
    .replace(LABEL, ' ')
    .replace(/\(收\)/g, ' ')
    .replace(/[,;|、。\r\n\t"“”]+/g, ' ')
    .replace(/(^|\s)\d{6}(?=\s|$)/g, ' ')
    .trim()
  const phone = takePhone(plain)
  const found = findRegionText(phone.rest, regions)
  // Text that does not lead to one county stays in the address, for the person who picks the region by hand.
  const region = found?.code === undefined ? undefined : found
  const before = region ? phone.rest.slice(0, region.start) : ''
  const after = (region ? phone.rest.slice(region.end) : phone.rest).replace(/^[\s./·>-]+/, '')
  const { name, others } = takeName(tokens(before), tokens(after))
  const address = [others.join(''), phone.extension && `(电话转${phone.extension})`].filter(Boolean).join('')
  return {
    ...(name ? { name } : {}),
    ...(phone.number ? { phone: phone.number } : {}),
    ...(region?.code ? { address_code: region.code } : {}),
    ...(address ? { address } : {}),
  }
}

/** The detail without the region at its beginning, so that a label does not name the region twice. */
export function withoutRegion(detail: string, code: string, regions: Regions): string {
  const region = findRegionText(detail, regions)
  if (!region || region.start > 0 || region.code !== code) return detail
  return detail.slice(region.end).trim() || detail
}

interface Phone {
  number?: string
  extension?: string
  /** The line with two spaces in place of the number. */
  rest: string
}

function takePhone(line: string): Phone {
  const mobile = MOBILE.exec(line)
  if (mobile?.[1]) return { number: digits(mobile[1]), rest: cut(line, mobile) }
  const landline = LANDLINE.exec(line)
  if (!landline?.[1] || !landline[2]) return { rest: line }
  const number = digits(landline[1]).replace(/^(?!0)/, '0') + digits(landline[2])
  // An area code without its leading zero is recognised only after +86.
  const isOne = PHONE_PATTERN.test(number) && (landline[1].startsWith('0') || /^(?:\+|00)86/.test(landline[0]))
  return isOne ? { number, extension: landline[3] ?? '', rest: cut(line, landline) } : { rest: line }
}

/** Two spaces, because text beside a number may belong to the name or to the address. */
function cut(line: string, found: RegExpExecArray): string {
  return `${line.slice(0, found.index)}  ${line.slice(found.index + found[0].length)}`
}

function digits(text: string): string {
  return text.replace(/\D/g, '')
}

function tokens(text: string): string[] {
  return text.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token) && !IDLE.test(token))
}

/** Picks the most likely name; the other words keep their order, those before the region after those behind it. */
function takeName(before: string[], after: string[]): { name: string | undefined; others: string[] } {
  const words = [...after, ...before]
  const likely = words.map(likelihood)
  const best = Math.max(0, ...likely)
  const at = likely.indexOf(best)
  if (best > 0) return { name: words[at], others: words.filter((_, i) => i !== at) }
  return gluedName(words)
}

function likelihood(word: string): number {
  if (PLACE_WORD.test(word)) return 0
  if (/^[A-Za-z][A-Za-z.'-]{1,20}$/.test(word)) return 1
  if (word.length === 1) return SURNAME.test(word) ? 1 : 0
  if (!/^\p{sc=Han}[\p{sc=Han}·]{1,11}$/u.test(word)) return 0
  const called = new RegExp(`^\\p{sc=Han}{1,4}(?:${TITLES})$`, 'u').test(word)
  if (!called && !word.includes('·') && word.length > 4) return 0
  return 1 + (called ? 4 : 0) + (SURNAME.test(word) ? 2 : 0) + (word.length <= 3 ? 1 : 0)
}

const GLUED = new RegExp(
  `^(.*(?:\\d|[号室楼栋幢座层元]))((?:${DOUBLE_SURNAMES}|[${SURNAMES}])(?:\\p{sc=Han}{1,2}|(?:${TITLES})))$`,
  'u',
)

/** 汉口路22号张三: a name that follows a house number without a space; only when it begins with a surname. */
function gluedName(words: string[]): { name: string | undefined; others: string[] } {
  const at = words.findIndex((word) => GLUED.test(word) && !PLACE_WORD.test(GLUED.exec(word)?.[2] ?? '0'))
  if (at < 0) return { name: undefined, others: words }
  const [, rest = '', name] = GLUED.exec(words[at] ?? '') ?? []
  return { name, others: words.map((word, i) => (i === at ? rest : word)) }
}
